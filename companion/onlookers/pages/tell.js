// What lies where, and what was done, in words.

import { LETTERS } from "./geometry.js";
import { KINDS } from "./stones.js";

const LIMIT = 5; // of a column, until a game says otherwise

/** Stones bottom to top, as "white, grey, grey". */
export function tellStones(says, stones) {
  return [...stones].map((letter) => says(`stone.${KINDS[letter]}`)).join(", ") || says("stone.none");
}

/** A place of the table, with what lies there; `game` as the event tells it, null before the first. */
export function nameOfPlace(says, id, table, game) {
  const [name, detail] = id.split(":");
  if (name === "quarry") {
    return says("place.heap", { stone: says(`stone.${KINDS[detail]}`), number: table.quarry[detail] });
  }
  if (detail !== undefined) {
    const stones = tellStones(says, table.workshops[name]);
    return says("place.space", { workshop: says(`workshop-of.${name}`), number: Number(detail) + 1, stones });
  }
  const index = LETTERS.indexOf(id);
  const stones = table.columns[index];
  const limit = game?.limits[index] ?? LIMIT;
  const lying = says("place.column", { location: id, stones: tellStones(says, stones), number: stones.length, limit });
  const ornament = game?.ornaments[id];
  return ornament ? `${lying}. ${says(`ornament.${ornament}`)}` : lying;
}

/** The whole table, for who cannot see the drawing. */
export function tellTable(says, view) {
  const columns = LETTERS.map((letter, index) => `${letter}: ${tellStones(says, view.columns[index])}`);
  const workshops = ["white", "black"].map(
    (player) => `${says(`workshop-of.${player}`)}: ${tellStones(says, view.workshops[player])}`,
  );
  return [...columns, ...workshops].join(". ");
}

/** A turn as sentences: what was done, one thing after the other. */
export function tellTurn(says, { by, done }) {
  return done.map((each) => tellAction(says, by, each)).join(" ");
}

function tellAction(says, by, { action, colour, count, source, target: to }) {
  return says(`turn.${action}`, {
    player: says(`player.${by}`),
    stone: colour ? says(`a-stone.${KINDS[colour]}`) : "",
    stones: count ? says(`stones.${KINDS[colour]}`, { count }) : "",
    from: source,
    to,
  });
}
