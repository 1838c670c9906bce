// A player's workshop: a tile with three spaces.

import { setAttribute, svg } from "./svg.js";
import { SPACES, STONE_H, STONE_R, TILT, WORKSHOP_PITCH } from "./geometry.js";
import { Pile } from "./stones.js";

const TILE = { width: SPACES * WORKSHOP_PITCH + 10, height: 38 };

export class Workshop {
  constructor(player) {
    this.player = player;
    // From its outer edge inwards: a long name never leaves the drawing.
    const outer = { white: -1, black: 1 }[player] * (TILE.width / 2 - 3);
    this.label = svg("text", { x: outer, y: TILE.height / 2 + 15, class: `label label-${player}` });
    this._spaces = Array.from({ length: SPACES }, (_, index) => {
      const x = (index - 1) * WORKSHOP_PITCH;
      const pile = new Pile(x, 0);
      const element = svg(
        "g",
        { class: "place space", "data-place": `${player}:${index}` },
        svg("ellipse", { cx: x, cy: 0, rx: STONE_R + 1.5, ry: (STONE_R + 1.5) * TILT, class: "space-hole" }),
        pile.element,
        svg("rect", { x: x - 15, y: -17, width: 30, height: 29, rx: 8, class: "touch" }),
      );
      return { x, pile, element, stones: "" };
    });
    this.element = svg(
      "g",
      { class: `workshop workshop-${player}` },
      svg("rect", { x: -TILE.width / 2, y: -TILE.height / 2 + 4, width: TILE.width, height: TILE.height, rx: 9, class: "tile-side" }),
      svg("rect", { x: -TILE.width / 2, y: -TILE.height / 2, width: TILE.width, height: TILE.height, rx: 9, class: "tile-face" }),
      ...this._spaces.map(({ element }) => element),
      this.label,
    );
  }

  move({ x, y }) {
    this._at = { x, y };
    setAttribute(this.element, "transform", `translate(${x} ${y})`);
  }

  /**
   * Show these stones. Those that stay keep their spaces; `taken` is the place that one was just taken from. More
   * stones than spaces lie on top of the others. `isAnew`: they lie from the first space on, whatever lay there.
   */
  show(stones, { isToMove, taken, isAnew }) {
    this.element.classList.toggle("is-to-move", isToMove);
    const first = this._spaces.findIndex(({ element }) => element.dataset.place === taken);
    const lying = settle(this._spaces.map((space) => (isAnew ? "" : space.stones)), stones, first);
    this._spaces.forEach((space, index) => {
      space.stones = lying[index];
      space.pile.show(space.stones);
    });
  }

  places() {
    return this._spaces.map(({ x, stones, element }, index) => ({
      id: `${this.player}:${index}`,
      stone: stones.at(-1) ?? "",
      element,
      x: this._at.x + x,
      y: this._at.y - stones.length * STONE_H,
      foot: this._at.y,
      half: STONE_R,
    }));
  }
}

/** The stones on each space once just these lie there; `first`: the space that loses one before all others do. */
function settle(spaces, stones, first) {
  const lying = [...spaces];
  const wanted = [...stones];
  const order = [first, ...spaces.keys()].filter((index) => index >= 0);
  for (const colour of new Set(spaces.join(""))) {
    const surplus = count(lying.join(""), colour) - count(stones, colour);
    for (let n = 0; n < surplus; n += 1) {
      const index = order.find((space) => lying[space].includes(colour));
      const at = lying[index].lastIndexOf(colour);
      lying[index] = lying[index].slice(0, at) + lying[index].slice(at + 1);
    }
  }
  for (const colour of lying.join("")) wanted.splice(wanted.indexOf(colour), 1);
  for (const colour of wanted) {
    const least = Math.min(...lying.map((pile) => pile.length));
    lying[lying.findIndex((pile) => pile.length === least)] += colour;
  }
  return lying;
}

const count = (stones, colour) => stones.split(colour).length - 1;
