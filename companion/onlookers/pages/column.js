// One column of the drawing: its stones, a rod that shows how many it can hold, and what is to be said about it.

import { setAttribute, setText, svg } from "./svg.js";
import { FEET, LETTERS, POINTS, RODS, STONE_H, STONE_R, TILES, TILT } from "./geometry.js";
import { Pile } from "./stones.js";

const ROD_X = STONE_R + 3.6;
const SIGNS = {
  bonus3: "+3",
  minority: "<",
  greyplus2: "+2",
  greyminus3: "−3",
  greyactivates: "!",
  quarrygrey: "↓",
  tall: "7",
};

export class Column {
  constructor(index) {
    this.letter = LETTERS[index];
    const { x, y } = FEET[index];
    this.foot = { x, y };
    this._rodX = RODS[index] * ROD_X;
    this._pile = new Pile();
    this.title = svg("title"); // shown where a mouse rests on the column
    this._rod = svg("g", { class: "rod" });
    this._ring = svg("ellipse", { cx: 0, cy: 0, rx: 19.5, ry: 19.5 * TILT, class: "ring" });
    this._shadow = svg("ellipse", { cx: 3.5, cy: 2, rx: STONE_R + 2, ry: (STONE_R + 1) * TILT, class: "stone-shadow" });
    this._touch = svg("path", { class: "touch" });
    this.element = svg(
      "g",
      { class: "place column", "data-place": this.letter, transform: `translate(${x} ${y})` },
      this.title,
      this._ring,
      this._rod,
      this._shadow,
      this._pile.element,
      this._touch,
    );
    this._points = svg("text", { x: 0, y: 3.6, class: "points-text" });
    this._pill = svg("g", { class: "points", ...at(POINTS[index]) }, svg("rect", { x: -11, y: -5.5, width: 22, height: 11, rx: 5.5 }), this._points);
    this._warning = warning();
    this._tile = svg("text", { x: 0, y: 3.4, class: "tile-text" });
    this._ornament = svg("g", { class: "tile", ...at(TILES[index]) }, svg("rect", { x: -9, y: -6, width: 18, height: 12, rx: 2 }), this._tile);
    this.marks = svg("g", { transform: `translate(${x} ${y})`, class: "marks" }, this._pill, this._ornament, this._warning);
    this.stones = "";
  }

  /**
   * Show the stones, the greatest height (null: not known), who wins the column and by what (null: nothing), whether it
   * is to be mended, whether its pad is silent, and its ornament's name.
   */
  show({ stones, limit, points, isMismatch, isSilent, ornament }) {
    this._pile.show(stones);
    this.stones = stones;
    this.element.classList.toggle("is-empty", stones.length === 0);
    this.element.classList.toggle("is-mismatch", isMismatch);
    this.element.classList.toggle("is-silent", isSilent);
    this._showRod(stones.length, limit);
    const top = stones.length * STONE_H;
    const flat = (STONE_R + 2) * TILT;
    setAttribute(this._touch, "d", `M -15,0 V ${-top} A 15,${flat} 0 0 1 15,${-top} V 0 A 15,${flat} 0 0 1 -15,0 Z`);
    this._showPoints(points);
    this._warning.classList.toggle("is-shown", isMismatch || isSilent);
    this._warning.classList.toggle("is-silent", isSilent && !isMismatch);
    setAttribute(this._warning, "transform", `translate(0 ${-Math.max(top, STONE_H) - 20})`);
    this._ornament.classList.toggle("is-shown", Boolean(ornament));
    setText(this._tile, SIGNS[ornament] ?? "");
  }

  _showRod(height, limit) {
    const wanted = `${height}/${limit}`;
    if (this._rodShows === wanted) return;
    this._rodShows = wanted;
    const x = this._rodX;
    this._rod.replaceChildren();
    if (limit === null) return;
    this._rod.append(svg("line", { x1: x, x2: x, y1: 0, y2: -limit * STONE_H, class: "rod-line" }));
    for (let n = 1; n <= limit; n += 1) {
      const name = n <= height ? "rod-tick is-filled" : "rod-tick";
      this._rod.append(svg("circle", { cx: x, cy: -(n - 0.5) * STONE_H, r: n <= height ? 1.7 : 1.4, class: name }));
    }
    this._rod.append(svg("line", { x1: x - 2.4, x2: x + 2.4, y1: -limit * STONE_H, y2: -limit * STONE_H, class: "rod-line" }));
  }

  _showPoints(points) {
    const winner = points?.winner ?? null;
    this._pill.classList.toggle("is-shown", winner !== null);
    this._pill.classList.toggle("is-white", winner === "w");
    this._pill.classList.toggle("is-black", winner === "b");
    if (winner !== null) setText(this._points, String(points.points).replace("-", "−"));
  }
}

function at({ x, y }) {
  return { transform: `translate(${x} ${y})` };
}

function warning() {
  return svg(
    "g",
    { class: "warning" },
    svg("path", { d: "M 0,-9 L 9.5,7.5 H -9.5 Z", class: "warning-sign" }),
    svg("path", { d: "M 0,-3.4 V 2 M 0,4.6 V 4.7", class: "warning-stroke" }),
  );
}
