// Stones as fluted drums. Each kind is drawn once and used many times; colours come from the style sheet, so that the
// drawing follows light and dark.

import { svg, setAttribute } from "./svg.js";
import { STONE_H, STONE_R, TILT } from "./geometry.js";

const R = STONE_R;
const RY = R * TILT;
const FLUTES = 9; // over the half that is seen
export const KINDS = { w: "white", g: "grey", b: "black", "?": "unknown" };

/** The definitions that every drawing of stones needs, once a document. */
export function stoneDefinitions() {
  return svg("defs", {}, ...Object.entries(KINDS).flatMap(([letter, name]) => [shade(name), drum(letter, name)]));
}

function shade(name) {
  const stops = [["0", "dark"], ["0.3", "light"], ["0.62", "mid"], ["1", "dark"]];
  return svg(
    "linearGradient",
    { id: `shade-${name}` },
    ...stops.map(([offset, tone]) => svg("stop", { offset, class: `stone-${name}-${tone}` })),
  );
}

/** One drum; its middle at the bottom is 0, 0. */
function drum(letter, name) {
  const side = `M ${-R},${-STONE_H} V 0 A ${R},${RY} 0 0 0 ${R},0 V ${-STONE_H} A ${R},${RY} 0 0 1 ${-R},${-STONE_H} Z`;
  const parts = [
    svg("path", { d: side, fill: `url(#shade-${name})`, class: `stone-edge stone-edge-${name}` }),
    svg("path", { d: flutes(), class: `stone-flute stone-flute-${name}` }),
    svg("ellipse", { cx: 0, cy: -STONE_H, rx: R, ry: RY, class: `stone-top stone-top-${name}` }),
    svg("ellipse", { cx: 0, cy: -STONE_H, rx: R * 0.72, ry: RY * 0.72, class: `stone-ring stone-ring-${name}` }),
  ];
  if (letter === "?") {
    parts.push(svg("text", { x: 0, y: -STONE_H + 4, class: "stone-question" }, "?"));
  }
  return svg("g", { id: `stone-${letter}` }, ...parts);
}

function flutes() {
  const lines = [];
  for (let n = 1; n < FLUTES; n += 1) {
    const angle = (Math.PI * n) / FLUTES;
    const [x, y] = [R * Math.cos(angle), RY * Math.sin(angle)];
    lines.push(`M ${x.toFixed(2)},${(y - 0.9).toFixed(2)} v ${-STONE_H + 2.2}`);
  }
  return lines.join(" ");
}

/** A pile of stones that is redrawn from the first one that differs; whatever lies below stays as it is. */
export class Pile {
  constructor(x = 0, y = 0) {
    this.element = svg("g", { transform: `translate(${x} ${y})` });
    this._stones = "";
    this._isFirst = true;
  }

  /** Show these letters, bottom to top. Stones that come anew are seen to be put down. */
  show(stones) {
    if (stones === this._stones && !this._isFirst) return;
    let kept = 0;
    while (kept < stones.length && stones[kept] === this._stones[kept]) kept += 1;
    while (this.element.childElementCount > kept) this.element.lastElementChild.remove();
    for (let height = kept; height < stones.length; height += 1) {
      const stone = svg("use", { href: `#stone-${stones[height]}`, y: -height * STONE_H });
      if (!this._isFirst) setAttribute(stone, "class", "stone-new");
      this.element.append(stone);
    }
    this._stones = stones;
    this._isFirst = false;
  }
}
