// Where everything lies on the drawn table. Lengths are units of the drawing: 1 unit is 1 mm at the temple, whose
// ring is widened from 59.5 to 79 so that a column hides little of the one behind it.

export const LETTERS = ["A", "B", "C", "D", "E", "F", "G"];
export const COLOURS = ["w", "g", "b"];
export const PLAYERS = ["white", "black"];
export const SPACES = 3; // of a workshop

export const TILT = 0.68; // a circle on the table is drawn so flat: seen from above and a little from the side
export const STONE_R = 13; // 26 mm drums
export const STONE_H = 8.4; // a drum of 12 mm, foreshortened
export const RING_R = 79;
export const DECK_R = 131;
export const PILE = 5; // stones of one pile in the quarry

/** A point on a circle around the temple's middle, at the angle of a column; A is away from the viewer. */
export function around(index, radius) {
  const angle = (index * 2 * Math.PI) / LETTERS.length;
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) * TILT };
}

/** The foot of each column. */
export const FEET = LETTERS.map((_, index) => around(index, RING_R));

/** Columns from the farthest to the nearest: in this order they are painted. */
export const PAINTED = [0, 1, 6, 2, 5, 3, 4];

// Letter and picture of the bonus stand where no full column hides them.
export const PLAQUES = [
  { x: 0, y: -27 },
  { x: 95, y: -44 },
  { x: 82, y: 40 },
  { x: 36, y: 73 },
  { x: -36, y: 73 },
  { x: -82, y: 40 },
  { x: -95, y: -44 },
];

/** Where the points of each column are shown, from its foot: beside it, where no column stands. */
export const POINTS = [
  { x: 27, y: 8 },
  { x: -24, y: 11 },
  { x: 26, y: 12 },
  { x: 26, y: 12 },
  { x: -26, y: 12 },
  { x: -26, y: 12 },
  { x: 24, y: 11 },
];

/** Where its ornament lies, from its foot. */
export const TILES = [
  { x: -24, y: 13 },
  { x: 45, y: 7 },
  { x: 29, y: -5 },
  { x: -23, y: 10 },
  { x: 23, y: 10 },
  { x: -29, y: -5 },
  { x: -45, y: 7 },
];

/** On which side of each column its rod stands: where the one before it hides it least. */
export const RODS = [-1, -1, 1, 1, -1, -1, 1];

/** Two ways to lay the rest of the table around the temple: beside its foot, or below it on a narrow screen. */
export const LAYOUTS = {
  wide: {
    box: { x: -228, y: -128, width: 456, height: 346 },
    white: { x: -168, y: 110 },
    black: { x: 168, y: 110 },
    quarry: { x: 0, y: 176, scale: 0.86 },
  },
  tall: {
    box: { x: -148, y: -124, width: 296, height: 402 },
    white: { x: -74, y: 140 },
    black: { x: 74, y: 140 },
    quarry: { x: 0, y: 231, scale: 1.06 },
  },
};

export const WORKSHOP_PITCH = 33; // from one space to the next

const PILE_PITCH = 27;
const HEAP_GAP = 9;
const PILES = { w: 3, g: 2, b: 3 }; // enough for 15, 10 and 15 stones

/** Where each colour's piles stand in the quarry, around its middle: the middle of the heap, and that of each pile. */
export const HEAPS = (() => {
  const count = COLOURS.reduce((sum, colour) => sum + PILES[colour], 0);
  let x = -((count - 1) * PILE_PITCH + (COLOURS.length - 1) * HEAP_GAP) / 2;
  const heaps = {};
  for (const colour of COLOURS) {
    const piles = Array.from({ length: PILES[colour] }, (_, index) => x + index * PILE_PITCH);
    heaps[colour] = { x: (piles[0] + piles.at(-1)) / 2, piles };
    x = piles.at(-1) + PILE_PITCH + HEAP_GAP;
  }
  return heaps;
})();

/** The stones of one colour as piles, the first one filled first: [5, 5, 3]. */
export function piles(colour, count) {
  return HEAPS[colour].piles.map((_, index) => Math.max(0, Math.min(PILE, count - index * PILE)));
}

/** The top stone's pile and height in a heap of so many: where the next one is taken from. */
export function topOfHeap(colour, count) {
  const heights = piles(colour, count);
  const index = Math.max(0, heights.findLastIndex((height) => height > 0));
  return { x: HEAPS[colour].piles[index], height: heights[index] };
}
