// What the device believes of the table, and how it fares: for who wants to look under the lid.

import { html, setText } from "./svg.js";
import { LETTERS } from "./geometry.js";

const byId = (id) => document.getElementById(id);

export class Log {
  constructor(words) {
    this._words = words;
    this._value = null;
    this._cells = LETTERS.map((letter) => {
      const cells = { height: html("td"), state: html("td") };
      byId("pad-rows").append(html("tr", {}, html("th", { scope: "row" }, letter), cells.height, cells.state));
      return cells;
    });
    words.onChange(() => this._value && this.show(this._value));
  }

  show(value) {
    this._value = value;
    const { says } = this._words;
    setText(byId("believed"), value.believed);
    setText(byId("stories"), value.stories.join(" · ") || says("log.none"));
    setText(byId("faults"), value.faults.join(", ") || says("log.no-faults"));
    setText(byId("frames"), String(Math.round(value.frames_per_s)));
    this._cells.forEach((cells, index) => {
      setText(cells.height, value.heights[index] === null ? "?" : String(value.heights[index]));
      setText(cells.state, says(`pad.${value.pads[index]}`));
    });
    this._write(value.lines);
  }

  _write(lines) {
    const box = byId("lines");
    const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
    setText(box, lines.join("\n"));
    if (isAtEnd) box.scrollTop = box.scrollHeight;
  }
}
