// The temple without its stones: three steps, the deck with its paving and engravings, seven plates.

import { svg } from "./svg.js";
import { ICONS, LETTERS as GLYPHS } from "./engravings.js";
import { DECK_R, FEET, LETTERS, PLAQUES, RING_R, TILT, around } from "./geometry.js";

const STEP_HIGH = 5;
const STEPS = [DECK_R + 12, DECK_R + 6]; // below the deck
const PLATE_R = 17.5;
const DOTS = 28; // of the ring in the middle: four to each column

/** What is painted before any stone. */
export function temple() {
  return svg(
    "g",
    { class: "temple" },
    svg("ellipse", { cx: 0, cy: 21, rx: DECK_R + 17, ry: (DECK_R + 17) * TILT, class: "temple-shadow" }),
    ...STEPS.map((radius, index) => slab(radius, (STEPS.length - index) * STEP_HIGH, "step")),
    slab(DECK_R, 0, "deck"),
    paving(),
    ...FEET.map((foot) => plate(foot)),
    ...LETTERS.map((letter, index) => plaque(letter, PLAQUES[index])),
  );
}

/** What the definitions of the temple's shades are. */
export function templeDefinitions() {
  const edge = svg(
    "linearGradient",
    { id: "shade-rim" },
    ...[["0", "dark"], ["0.32", "light"], ["0.7", "mid"], ["1", "dark"]].map(([offset, tone]) =>
      svg("stop", { offset, class: `rim-${tone}` }),
    ),
  );
  const deck = svg(
    "radialGradient",
    { id: "shade-deck", cx: "0.42", cy: "0.36", r: "0.75" },
    svg("stop", { offset: "0", class: "deck-light" }),
    svg("stop", { offset: "1", class: "deck-dark" }),
  );
  return svg("defs", {}, edge, deck);
}

function slab(radius, y, name) {
  const flat = radius * TILT;
  const rim = `M ${-radius},${y} V ${y + STEP_HIGH} A ${radius},${flat} 0 0 0 ${radius},${y + STEP_HIGH} V ${y} Z`;
  return svg(
    "g",
    {},
    svg("path", { d: rim, fill: "url(#shade-rim)", class: "rim" }),
    svg("ellipse", { cx: 0, cy: y, rx: radius, ry: flat, class: name, fill: "url(#shade-deck)" }),
  );
}

function circle(radius, name) {
  return svg("ellipse", { cx: 0, cy: 0, rx: radius, ry: radius * TILT, class: name });
}

function paving() {
  const joints = LETTERS.map((_, index) => {
    const [from, to] = [around(index + 0.5, 30), around(index + 0.5, DECK_R - 5)];
    return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "joint" });
  });
  const dots = Array.from({ length: DOTS }, (_, index) => {
    const { x, y } = around((index * LETTERS.length) / DOTS, 21.5);
    return svg("ellipse", { cx: x, cy: y, rx: 0.9, ry: 0.9 * TILT, class: "engraved" });
  });
  return svg(
    "g",
    {},
    circle(DECK_R - 5, "joint"),
    circle(RING_R + 23, "joint faint"),
    circle(30, "joint"),
    ...joints,
    circle(24.5, "engraved-line"),
    circle(18.5, "engraved-line"),
    ...dots,
  );
}

function plate({ x, y }) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("ellipse", { cx: 0, cy: 0.8, rx: PLATE_R + 1.6, ry: (PLATE_R + 1.6) * TILT, class: "plate-gap" }),
    svg("ellipse", { cx: 0, cy: 0, rx: PLATE_R, ry: PLATE_R * TILT, class: "plate" }),
    svg("ellipse", { cx: 0, cy: 0, rx: PLATE_R - 3, ry: (PLATE_R - 3) * TILT, class: "plate-line" }),
  );
}

function plaque(letter, { x, y }) {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) scale(1 0.82)`, class: "engraved", "fill-rule": "evenodd" },
    svg("path", { d: GLYPHS[letter], transform: "translate(-10.5 0)" }),
    svg("path", { d: ICONS[letter], transform: "translate(7.5 0) scale(0.86)" }),
  );
}
