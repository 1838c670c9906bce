// The whole table as one drawing: temple, workshops, quarry. It is given what lies there and knows no rules.

import { setAttribute, setText, svg } from "./svg.js";
import { LAYOUTS, LETTERS, PAINTED, PLAYERS, STONE_H, STONE_R } from "./geometry.js";
import { Column } from "./column.js";
import { stoneDefinitions } from "./stones.js";
import { temple, templeDefinitions } from "./temple.js";
import { Quarry } from "./quarry.js";
import { Workshop } from "./workshop.js";

const WIDE_FROM = 1.05; // of its box, width to height: from here on the rest lies beside the temple's foot

export class Drawing {
  /** `says` gives a text by its key; `element` is the finished SVG. */
  constructor(says) {
    this._says = says;
    this.columns = LETTERS.map((_, index) => new Column(index));
    this._workshops = Object.fromEntries(PLAYERS.map((player) => [player, new Workshop(player)]));
    this._quarry = new Quarry();
    this.above = svg("g", { class: "above" });
    this.element = svg(
      "svg",
      { class: "drawing" },
      stoneDefinitions(),
      templeDefinitions(),
      temple(),
      ...PAINTED.map((index) => this.columns[index].element),
      this._quarry.element,
      ...Object.values(this._workshops).map((workshop) => workshop.element),
      svg("g", {}, ...PAINTED.map((index) => this.columns[index].marks)),
      this.above,
    );
    this.lay("wide");
    this.translate();
  }

  /** Lay everything for the box that this element stands in, and again whenever that changes. */
  fit(box) {
    const lay = () => {
      const { width, height } = box.getBoundingClientRect();
      this.lay(width < WIDE_FROM * height ? "tall" : "wide");
    };
    new ResizeObserver(lay).observe(box);
    lay();
  }

  /** "wide" or "tall". */
  lay(name) {
    if (this.layout === name) return;
    this.layout = name;
    const { box, quarry } = LAYOUTS[name];
    setAttribute(this.element, "viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    for (const player of PLAYERS) this._workshops[player].move(LAYOUTS[name][player]);
    this._quarry.move(quarry);
  }

  /** Write all texts anew, in another language. */
  translate() {
    for (const player of PLAYERS) setText(this._workshops[player].label, this._says(`workshop-of.${player}`));
    setText(this._quarry.label, this._says("place.quarry"));
    for (const { title, letter } of this.columns) setText(title, this._says(`bonus.${letter}`));
  }

  /**
   * Show `columns` (seven, bottom to top), `workshops`, `quarry`, and what is known beside: `limits`, `points`,
   * `mismatch` and `silent` (letters), `ornaments` by letter, `toMove`; `taken`: the place that a stone was just
   * taken from; `isAnew`: these are not the stones of before, moved on.
   */
  show(view) {
    this.columns.forEach((column, index) => {
      column.show({
        stones: view.columns[index] ?? "",
        limit: view.limits?.[index] ?? null,
        points: view.points?.[index] ?? null,
        isMismatch: Boolean(view.mismatch?.includes(column.letter)),
        isSilent: Boolean(view.silent?.includes(column.letter)),
        ornament: view.ornaments?.[column.letter],
      });
    });
    for (const player of PLAYERS) {
      const isToMove = view.toMove === player;
      this._workshops[player].show(view.workshops?.[player] ?? "", { isToMove, taken: view.taken, isAnew: view.isAnew });
    }
    this._quarry.show(view.quarry ?? {});
  }

  /**
   * Every place that a stone can be taken from or put on, as {id, element, x, y, foot, half}: x, y where its next
   * stone comes, foot the height of the lowest, half of its width.
   */
  places() {
    const found = this.columns.map(({ letter, element, foot, stones }) => ({
      id: letter,
      stone: stones.at(-1) ?? "",
      element,
      x: foot.x,
      y: foot.y - stones.length * STONE_H,
      foot: foot.y,
      half: STONE_R,
    }));
    for (const player of PLAYERS) found.push(...this._workshops[player].places());
    return [...found, ...this._quarry.places()];
  }

  /** A point of the window in the drawing's own units. */
  toDrawing(clientX, clientY) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }
}
