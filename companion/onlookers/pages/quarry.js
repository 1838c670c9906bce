// The quarry: a heap for each colour on a slab of rock, in piles of five so that they can be counted.

import { setAttribute, setText, svg } from "./svg.js";
import { COLOURS, HEAPS, STONE_H, piles, topOfHeap } from "./geometry.js";
import { Pile } from "./stones.js";

const HEAP_WIDE = 50; // room to let a stone go over a heap

export class Quarry {
  constructor() {
    this.label = svg("text", { x: 0, y: 40, class: "label" });
    this._counts = { w: 0, g: 0, b: 0 };
    this._heaps = Object.fromEntries(COLOURS.map((colour) => [colour, heap(colour)]));
    this.element = svg(
      "g",
      { class: "quarry" },
      svg("path", { d: bed(5), class: "quarry-side" }),
      svg("path", { d: bed(0), class: "quarry-face" }),
      ...COLOURS.map((colour) => this._heaps[colour].element),
      this.label,
    );
  }

  move(at) {
    this._at = at;
    setAttribute(this.element, "transform", `translate(${at.x} ${at.y}) scale(${at.scale})`);
  }

  show(counts) {
    for (const colour of COLOURS) {
      const count = counts[colour] ?? 0;
      const { piles: shown, number } = this._heaps[colour];
      this._counts[colour] = count;
      piles(colour, count).forEach((height, index) => shown[index].show(colour.repeat(height)));
      setText(number, String(count));
    }
  }

  places() {
    const { x, y, scale } = this._at;
    return COLOURS.map((colour) => {
      const top = topOfHeap(colour, this._counts[colour]);
      return {
        id: `quarry:${colour}`,
        stone: this._counts[colour] > 0 ? colour : "",
        element: this._heaps[colour].element,
        x: x + top.x * scale,
        y: y - top.height * STONE_H * scale,
        foot: y,
        half: (HEAP_WIDE / 2) * scale,
      };
    });
  }
}

/** A slab of rock as it was broken, its front edge so much lower. */
function bed(y) {
  return `M -128,${y - 12} l 14,-7 68,2 52,-3 60,4 46,-2 14,8 4,22 -13,11 -58,2 -66,-2 -72,3 -50,-4 -4,-14 z`;
}

function heap(colour) {
  const { x, piles: at } = HEAPS[colour];
  const shown = at.map((pileX) => new Pile(pileX, 0));
  const number = svg("text", { x: at[0], y: 18.5, class: "count" });
  const half = (at.at(-1) - at[0]) / 2 + 15;
  const element = svg(
    "g",
    { class: "place heap", "data-place": `quarry:${colour}` },
    ...shown.map(({ element: pile }) => pile),
    number,
    svg("rect", { x: x - half, y: -46, width: 2 * half, height: 60, rx: 8, class: "touch" }),
  );
  return { element, piles: shown, number };
}
