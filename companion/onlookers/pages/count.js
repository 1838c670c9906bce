// The count, column by column: what lies there, who wins it, and by what.

import { html } from "./svg.js";
import { LETTERS } from "./geometry.js";
import { KINDS } from "./stones.js";
import { tellStones } from "./tell.js";

export class Count {
  constructor(table, words) {
    this._table = table;
    this._words = words;
    this._written = "";
  }

  show({ columns, score, ornaments }) {
    const { says, language } = this._words;
    const written = JSON.stringify([columns, score, ornaments, language]);
    if (written === this._written) return;
    this._written = written;
    const heads = ["column", "stones", "winner", "points"].map((name) => html("th", { scope: "col", class: name }, says(`count.${name}`)));
    this._table.replaceChildren(
      html("thead", {}, html("tr", {}, ...heads)),
      html("tbody", {}, ...LETTERS.map((letter, index) => this._row(letter, columns[index], score.columns[index], ornaments?.[letter]))),
      html("tfoot", {}, ...["white", "black"].map((player) => this._total(player, score[player]))),
    );
  }

  _row(letter, stones, { winner, points }, ornament) {
    const { says } = this._words;
    const drawn = [...stones].map((stone) => html("span", { class: `chip chip-${KINDS[stone]}` }));
    const cell = html("td", { class: "stones" }, html("span", { class: "only-heard" }, tellStones(says, stones)));
    cell.append(html("span", { class: "chips", "aria-hidden": "true" }, ...drawn));
    if (ornament) cell.append(html("span", { class: "ornament soft" }, says(`ornament.${ornament}`)));
    const who = winner === null ? says("count.nobody") : says(winner === "w" ? "player.white" : "player.black");
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, letter),
      cell,
      html("td", winner === null ? { class: "soft" } : {}, who),
      html("td", { class: "points" }, winner === null ? "–" : signed(points)),
    );
  }

  _total(player, points) {
    const { says } = this._words;
    const name = `${says("count.total")}, ${says(`player.${player}`)}`;
    return html("tr", {}, html("th", { scope: "row", colspan: 3 }, name), html("td", { class: "points" }, signed(points)));
  }
}

function signed(points) {
  return String(points).replace("-", "−");
}
