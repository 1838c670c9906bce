// The drawer for mischief: everything that goes wrong on a real table, at a touch.

import { html, setAttribute, setText } from "./svg.js";
import { LETTERS } from "./geometry.js";

const NOISES = ["none", "field", "rough"];
const SPEEDS = { 1: "1", 0.5: "½", 0.25: "¼", 0.1: "⅒" };
const LEAN_S = 2;
const SURE_MS = 5000; // so long a second press says yes

export class Drawer {
  constructor(element, acts, words) {
    this._acts = acts;
    this._words = words;
    this._find = (id) => element.querySelector(`#${id}`);
    this._table = null;
    this.isPlaying = false; // a game is under way, which another one would end
    this._find("example").addEventListener("click", () => this._playOrStop());
    this._noises = this._choices("noise", NOISES, (level) => `noise ${level}`);
    this._speeds = this._choices("speed", Object.keys(SPEEDS), (speed) => `speed ${speed}`);
    this._pads = this._switches("pads", LETTERS, (letter) => `pad ${letter}`);
    this._leads = this._switches("leads", ["sensors", "display"], (lead) => lead);
    for (const button of element.querySelectorAll("[data-act]")) {
      button.addEventListener("click", () => acts.do(button.dataset.act));
    }
    for (const letter of LETTERS) this._find("lean-on").append(new Option(letter));
    this._find("lean").addEventListener("click", () => acts.do(`lean ${this._find("lean-on").value} ${LEAN_S}`));
    this._find("power").addEventListener("click", () => acts.do(this._table?.is_on ? "off" : "on"));
    words.onChange(() => this._translate());
  }

  /** The table's truth: what is plugged in, how it is set. */
  show(table) {
    this._table = table;
    for (const [level, button] of Object.entries(this._noises)) press(button, level === table.noise);
    for (const [speed, button] of Object.entries(this._speeds)) press(button, Number(speed) === table.speed);
    for (const [name, button] of Object.entries({ ...this._pads, ...this._leads })) {
      press(button, table.unplugged.includes(name));
    }
    const isSure = this._sure !== undefined;
    const example = table.is_showing ? "play.stop" : isSure ? "mischief.example-sure" : "mischief.example";
    setText(this._find("example"), this._words.says(example));
    setText(this._find("power"), this._words.says(table.is_on ? "mischief.off" : "mischief.on"));
  }

  /** The game under way would be over by it: that is pressed twice. */
  _playOrStop() {
    const isAsked = this.isPlaying && !this._table?.is_showing && this._sure === undefined;
    clearTimeout(this._sure);
    this._sure = isAsked ? setTimeout(() => this._forget(), SURE_MS) : undefined;
    if (!isAsked) this._acts.do(this._table?.is_showing ? "stop" : "example");
    this._translate();
  }

  _forget() {
    this._sure = undefined;
    this._translate();
  }

  _translate() {
    const { says } = this._words;
    for (const level of NOISES) setText(this._noises[level], says(`noise.${level}`));
    for (const [speed, sign] of Object.entries(SPEEDS)) setText(this._speeds[speed], says("mischief.times", { speed: sign }));
    for (const letter of LETTERS) {
      setText(this._pads[letter], letter);
      setAttribute(this._pads[letter], "aria-label", says("mischief.pad", { location: letter }));
    }
    for (const lead of ["sensors", "display"]) setText(this._leads[lead], says(`mischief.${lead}`));
    if (this._table) this.show(this._table);
  }

  _choices(id, names, line) {
    return this._make(id, names, (name) => this._acts.do(line(name)));
  }

  _switches(id, names, what) {
    return this._make(id, names, (name) => {
      const isOut = this._table?.unplugged.includes(name);
      this._acts.do(`${isOut ? "plug" : "unplug"} ${what(name)}`);
    });
  }

  _make(id, names, onClick) {
    const made = names.map((name) => {
      const button = html("button", { type: "button", class: "choice", "aria-pressed": "false", "data-name": name });
      button.addEventListener("click", () => onClick(name));
      return [name, button];
    });
    this._find(id).append(...made.map(([, button]) => button));
    return Object.fromEntries(made);
  }
}

function press(button, isPressed) {
  setAttribute(button, "aria-pressed", isPressed);
}
