// Both scores, who is to move, and in the end who has won.

import { html, setText } from "./svg.js";
import { PLAYERS } from "./geometry.js";

const RESULTS = { "1-0": "white", "0-1": "black" };

export class Scores {
  constructor(words) {
    this._words = words;
    this._outcome = document.getElementById("outcome");
    this._ifNow = document.getElementById("if-now");
    const box = document.getElementById("players");
    this._players = Object.fromEntries(PLAYERS.map((player) => [player, this._make(box, player)]));
  }

  show({ score, toMove, phase, result }) {
    const { says } = this._words;
    for (const player of PLAYERS) {
      const { element, name, points, turn } = this._players[player];
      setText(name, says(`player.${player}`));
      setText(points, String(score[player]).replace("-", "−"));
      setText(turn, toMove === player ? says("live.to-move") : "");
      element.classList.toggle("is-to-move", toMove === player);
    }
    this._ifNow.hidden = phase === "over";
    setText(this._outcome, phase === "over" ? this._told(result) : says("live.score"));
  }

  _told(result) {
    const { says } = this._words;
    if (result in RESULTS) return says("live.wins", { player: says(`player.${RESULTS[result]}`) });
    return says(result === "1/2-1/2" ? "live.draw" : "live.over");
  }

  _make(box, player) {
    const [name, points, turn] = ["name", "number", "turn"].map((part) => html("span", { class: part }));
    const element = html("div", { class: `player player-${player}` }, html("span", { class: "disc" }), name, turn, points);
    box.append(element);
    return { element, name, points, turn };
  }
}
