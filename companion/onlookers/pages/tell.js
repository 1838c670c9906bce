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

const TURN = /^(?:\+(\d)([wgb])|([wgb])([A-G])(?::(.+))?)$/;
const BONUSES = [
  [/^([A-G])>([A-G])$/, "turn.move", ([, from, to]) => ({ from, to })],
  [/^-([A-G])$/, "turn.return", ([, from]) => ({ from })],
  [/^\+([wgb])$/, "turn.fetch", ([, colour]) => ({ colour })],
  [/^x([wgb])$/, "turn.steal", ([, colour]) => ({ colour })],
  [/^([wgb])([A-G])$/, "turn.build", ([, colour, to]) => ({ colour, to })],
  [/^\*([A-G])$/, "turn.quarrygrey", ([, to]) => ({ to })],
];

/** A turn in the notation as a sentence; the notation itself where it is not understood. */
export function tellTurn(says, by, turn) {
  const found = TURN.exec(turn);
  if (!found) return turn;
  const [, count, taken, colour, location, bonus] = found;
  const player = says(`player.${by}`);
  if (count) {
    const stones = says(`stones.${KINDS[taken]}`, { count: Number(count) });
    return says("turn.take", { player, stones });
  }
  const placed = says("turn.place", { player, stone: says(`a-stone.${KINDS[colour]}`), location });
  return bonus ? `${placed} ${tellBonus(says, bonus)}` : placed;
}

function tellBonus(says, bonus) {
  for (const [form, key, values] of BONUSES) {
    const found = form.exec(bonus);
    if (!found) continue;
    const { colour, ...rest } = values(found);
    return says(key, { ...rest, stone: colour ? says(`a-stone.${KINDS[colour]}`) : "" });
  }
  return bonus;
}
