// What can be said of the places of the table by their names alone: "A" to "G", "white:0" to "black:2", "quarry:w".

const REACH = 17; // a stone that is let go this far from a place still comes down there
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const part = (id) => id.split(":");
const column = (id) => "ABCDEFG".indexOf(id);

/** The place as an act names where a stone comes from, and where it goes. */
export const source = (id, colour) => (column(id) >= 0 ? id : `${part(id)[0]}:${colour}`);
export const target = (id) => part(id)[0];

/** How many stones lie at a place: on that column, in that workshop, of that colour in the quarry. */
export function countAt(table, id, colour) {
  if (column(id) >= 0) return table.columns[column(id)].length;
  const [name] = part(id);
  return name === "quarry" ? table.quarry[colour] : table.workshops[name].length;
}

/** The table without the stone that is being taken there. */
export function without(table, id, colour) {
  return { ...less(table, id, colour), taken: id };
}

function less(table, id, colour) {
  const [name] = part(id);
  if (column(id) >= 0) {
    return { ...table, columns: table.columns.map((stones, index) => (index === column(id) ? stones.slice(0, -1) : stones)) };
  }
  if (name === "quarry") return { ...table, quarry: { ...table.quarry, [colour]: table.quarry[colour] - 1 } };
  return { ...table, workshops: { ...table.workshops, [name]: table.workshops[name].replace(colour, "") } };
}

/** The place that a stone comes down on when it is let go at this point; undefined: none is near enough. */
export function nearest(places, { x, y }) {
  const measured = places.map((place) => {
    const across = Math.max(0, Math.abs(x - place.x) - place.half);
    const along = Math.max(0, place.y - 14 - y, y - place.foot - 10);
    return { place, far: Math.hypot(across, along), off: Math.hypot(x - place.x, y - place.foot) };
  });
  measured.sort((one, other) => one.far - other.far || one.off - other.off);
  return measured[0].far <= REACH ? measured[0].place : undefined;
}

/** Whether a key leads from place to place, though there may be none in that direction. */
export const isArrow = (key) => Object.hasOwn(DIRECTIONS, key);

/** The next place in the direction of an arrow key; undefined where there is none, or for another key. */
export function beside(places, id, key) {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const from = places.find((place) => place.id === id);
  const ahead = places
    .map((place) => {
      const [x, y] = [place.x - from.x, place.foot - from.foot];
      const along = x * direction[0] + y * direction[1];
      const across = Math.abs(x * direction[1]) + Math.abs(y * direction[0]);
      return { place, along, cost: along + 2 * across };
    })
    .filter(({ along }) => along > 3);
  ahead.sort((one, other) => one.cost - other.cost);
  return ahead[0]?.place;
}
