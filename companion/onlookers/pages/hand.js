// The hand over the drawn table: with mouse, finger or keys it takes one stone and puts it down, wherever people like.
//
// The table is the truth, and a moment late: until it answers, a stone that was taken is drawn as taken.

import { svg } from "./svg.js";
import { STONE_H } from "./geometry.js";
import { KINDS } from "./stones.js";
import { beside, countAt, isArrow, nearest, source, target, without } from "./places.js";

const DRAG_FROM_PX = 6; // less is a click
const LATE_MS = 5000; // for the table to show what it has just agreed to; slow motion takes its time
const HOVER = 9; // so high a stone is held above where it would come down
const OVER_FINGER = 20; // and above a finger, which would hide it

export class Hand {
  /**
   * `say(text)` is a short word to the player, `hear(text)` one for who does not see; `onMove()` is called when what is
   * to be drawn has changed.
   */
  constructor(drawing, acts, words, { say, hear, onMove }) {
    Object.assign(this, { _drawing: drawing, _acts: acts, _words: words, _say: say, _hear: hear, _onMove: onMove });
    this._table = null;
    // {colour, from and over: ids or null, at: point while dragged, isTaken: whether the table let this page have it
    // (a promise; of another page's: none), isSure: as the table says}
    this._held = null;
    this._falling = []; // put down, which the table has yet to show; the hand may hold the next one already
    this._press = null; // {pointer, id, x, y, isDragged}
    this._listen();
  }

  /** The table as it is to be drawn: without the stones that are being taken. */
  get shown() {
    const taken = [...this._falling, this._held].filter((stone) => stone?.from && !stone.isSure);
    return taken.reduce((table, { from, colour }) => without(table, from, colour), this._table);
  }

  get isHolding() {
    return this._held !== null;
  }

  /** The truth has come. Its hand is that of the stone put down first, until that has come down. */
  show(table) {
    const wasHolding = this._table?.hand;
    this._table = table;
    const [down] = this._falling;
    if (down) {
      down.isSure ||= Boolean(table.hand);
      if (!table.hand && (wasHolding || countAt(table, down.over, down.colour) > down.before)) this._falling.shift();
    } else if (table.hand) {
      this._held ??= this._ofAnother();
      this._held.isSure = true;
    } else if (this._held?.isSure) {
      this._held = null; // by another page
    }
  }

  /** Draw the stones in the hand and on their way down; after the table itself was drawn. */
  draw() {
    this._drawing.element.classList.toggle("is-holding", this.isHolding);
    const stones = this._falling.map(({ colour, over }) => this._draw(colour, this._point(over, 0)));
    const held = this._held;
    if (held) stones.push(this._draw(held.colour, held.at ?? this._point(held.over ?? held.from, HOVER)));
    this._drawing.above.replaceChildren(...stones);
  }

  _draw(colour, { x, y }) {
    const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
    return svg("use", { class: "in-hand", href: `#stone-${colour}`, transform });
  }

  /** So high above where the next stone of a place would lie. */
  _point(id, high) {
    const place = this._place(id) ?? this._drawing.places().at(-1);
    return { x: place.x, y: place.y - high };
  }

  /** Take the top stone of a place, or put down what is held. */
  async use(id) {
    await (this.isHolding ? this.put(id) : this.take(id));
  }

  async take(id) {
    const colour = this._place(id).stone;
    if (!colour) {
      this._say(this._words.says("hand.nothing"));
      return;
    }
    const held = { colour, from: id, over: id };
    this._held = held;
    this._onMove();
    held.isTaken = this._acts.do(`lift ${source(id, colour)}`);
    const isTaken = await held.isTaken;
    if (!isTaken && this._held === held) this._held = this._ofAnother();
    else this._hear(this._words.says("hand.holds", { stone: this._words.says(`stone.${KINDS[colour]}`) }));
    this._onMove();
  }

  async put(id) {
    const held = this._held;
    const down = { ...held, over: id, before: countAt(this.shown, id, held.colour) };
    this._held = null;
    this._falling.push(down);
    this._onMove();
    const isPut = await this._acts.do(`put ${target(id)}`, held.isTaken); // another page may hold a stone
    if (isPut) {
      this._hear("");
      setTimeout(() => this._forget(down), LATE_MS);
    } else {
      this._forget(down);
      const isStillHeld = this._table.hand && (await held.isTaken) !== false;
      this._held ??= isStillHeld ? { ...held, at: null } : this._ofAnother();
    }
    this._onMove();
  }

  /** The stone that the table says to be in the hand, and another page has taken; null: there is none. */
  _ofAnother() {
    const { hand } = this._table;
    return hand ? { colour: hand, from: null, over: this._focused(), isSure: true } : null;
  }

  _forget(down) {
    this._falling = this._falling.filter((each) => each !== down);
    this._onMove();
  }

  /** Put it where it was. */
  async giveBack() {
    if (this.isHolding) await this.put(this._held.from ?? `quarry:${this._held.colour}`);
  }

  _place(id) {
    return id ? this._drawing.places().find((place) => place.id === id) : undefined;
  }

  _focused() {
    return document.activeElement?.closest?.("[data-place]")?.dataset.place ?? null;
  }

  _listen() {
    const { element } = this._drawing;
    element.addEventListener("pointerdown", (event) => this._down(event));
    element.addEventListener("pointermove", (event) => this._move(event));
    element.addEventListener("pointerup", (event) => this._up(event));
    for (const end of ["pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => {
        if (this._press?.pointer === event.pointerId) this._cancel(); // a second finger's, or a palm's, is none of ours
      });
    }
    // A finger on a stone drags it; elsewhere on the drawing it scrolls the page. (CSS cannot say so of a <g>.)
    const keep = (event) => event.target.closest("[data-place]") && event.preventDefault();
    element.addEventListener("touchstart", keep, { passive: false });
    element.addEventListener("click", (event) => {
      // A screen reader's click: no pointer was there.
      const id = event.target.closest("[data-place]")?.dataset.place;
      if (event.detail === 0 && id) this.use(id);
    });
    element.addEventListener("keydown", (event) => this._key(event));
    // Not on the drawing itself: Chromium lets people tab to an <svg> that listens for focus.
    document.addEventListener("focusin", (event) => this._follow(event.target.closest("[data-place]")?.dataset.place));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this._cancel();
    });
  }

  _follow(id) {
    if (!id || !this.isHolding || this._press) return;
    Object.assign(this._held, { over: id, at: null });
    this._onMove();
  }

  _down(event) {
    const id = event.target.closest("[data-place]")?.dataset.place;
    if (this._press || event.button !== 0 || (!id && !this.isHolding)) return;
    this._press = { pointer: event.pointerId, id, x: event.clientX, y: event.clientY, isDragged: false };
    this._drawing.element.setPointerCapture(event.pointerId); // it may come up anywhere
  }

  _move(event) {
    const press = this._press;
    if (press?.pointer !== event.pointerId) {
      if (this.isHolding && !press && event.pointerType === "mouse") this._carry(event);
      return;
    }
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) >= DRAG_FROM_PX;
    if (!press.isDragged && isFar) {
      press.isDragged = true;
      if (!this.isHolding && this._place(press.id)?.stone) this.take(press.id);
    }
    if (press.isDragged && this.isHolding) this._carry(event);
  }

  _carry(event) {
    const at = this._drawing.toDrawing(event.clientX, event.clientY);
    const lift = event.pointerType === "touch" ? OVER_FINGER : 0;
    this._held.at = { x: at.x, y: at.y + STONE_H / 2 - lift };
    this._mark(nearest(this._drawing.places(), this._held.at)?.id);
    this._onMove();
  }

  _up(event) {
    const press = this._press;
    if (press?.pointer !== event.pointerId) return;
    this._press = null;
    this._mark(null);
    if (this.isHolding && (press.isDragged || !press.id)) {
      const at = this._held.at ?? this._drawing.toDrawing(event.clientX, event.clientY);
      const place = nearest(this._drawing.places(), at);
      if (place) this.put(place.id);
      else if (press.isDragged) this.giveBack();
    } else if (!press.isDragged && press.id) {
      this.use(press.id);
    }
  }

  _cancel() {
    this._press = null;
    this._mark(null);
    this.giveBack();
  }

  _mark(id) {
    for (const place of this._drawing.places()) place.element.classList.toggle("is-target", place.id === id);
  }

  _key(event) {
    const place = event.target.closest("[data-place]");
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    const id = place.dataset.place;
    const isUse = event.key === " " || event.key === "Enter"; // as for every button
    if (isUse && !event.repeat) this.use(id);
    const next = beside(this._drawing.places(), id, event.key);
    if (next) next.element.focus();
    if (next || isUse || isArrow(event.key)) event.preventDefault(); // the page stays where it is at the edge, too
  }
}
