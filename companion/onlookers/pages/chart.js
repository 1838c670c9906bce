// Both scores over the turns, as a drawing and as a table. Whoever presses a point of it looks at that turn.

import { html, setAttribute, svg } from "./svg.js";

const HEIGHTS = { narrow: 210, wide: 300 }; // pixels, as the width is: letters keep their size on every screen
const WIDE_FROM = 560;
const EDGE = { left: 34, right: 34, top: 12, bottom: 26 };
const PLAYERS = ["white", "black"];
const MOST_MARKS = 6; // on each axis
const NICE = [1, 2, 5, 10, 20, 50, 100];

export class Chart {
  constructor(box, table, words, go) {
    Object.assign(this, { _table: table, _words: words, _go: go, _steps: [], _at: 0, _width: 0, _written: "" });
    this._svg = svg("svg", { class: "scores", role: "img" });
    box.append(this._svg);
    this._svg.addEventListener("pointerdown", (event) => this._choose(event));
    this._svg.addEventListener("pointermove", (event) => event.buttons === 1 && this._choose(event));
    new ResizeObserver(() => {
      this._width = Math.floor(box.clientWidth);
      this._height = this._width < WIDE_FROM ? HEIGHTS.narrow : HEIGHTS.wide;
      this._draw();
    }).observe(box);
  }

  show(steps, at) {
    Object.assign(this, { _steps: steps, _at: at });
    this._draw();
    this._writeTable();
  }

  _draw() {
    if (this._width === 0) return;
    const { says } = this._words;
    const steps = this._steps;
    const all = steps.flatMap(({ white, black }) => [white, black]);
    const [low, high] = [Math.min(0, ...all), Math.max(5, ...all)];
    const turns = Math.max(1, steps.length - 1);
    this._x = (turn) => EDGE.left + ((this._width - EDGE.left - EDGE.right) * turn) / turns;
    this._y = (points) => EDGE.top + ((this._height - EDGE.top - EDGE.bottom) * (high - points)) / (high - low);
    setAttribute(this._svg, "viewBox", `0 0 ${this._width} ${this._height}`);
    const end = steps.at(-1) ?? { white: 0, black: 0 };
    setAttribute(this._svg, "aria-label", says("chart.label", { white: end.white, black: end.black, turns: Math.max(0, steps.length - 1) }));
    this._svg.replaceChildren(...this._grid(low, high), ...this._axis(turns), ...this._cursor(), ...PLAYERS.flatMap((player) => this._line(player)), ...this._ends());
  }

  _grid(low, high) {
    const lines = marks(low, high).map((points) => {
      const y = this._y(points);
      const line = svg("line", { x1: EDGE.left, x2: this._width - EDGE.right, y1: y, y2: y, class: points === 0 ? "zero" : "grid" });
      return [line, svg("text", { x: EDGE.left - 8, y: y + 4, class: "mark mark-points" }, signed(points))];
    });
    return lines.flat();
  }

  _axis(turns) {
    return marks(0, turns).map((turn) => svg("text", { x: this._x(turn), y: this._height - 7, class: "mark mark-turn" }, String(turn)));
  }

  /** Steps, as a score holds until the next turn. */
  _line(player) {
    if (this._steps.length === 0) return [];
    const points = this._steps.map((step, turn) => {
      const [x, y] = [this._x(turn).toFixed(1), this._y(step[player]).toFixed(1)];
      return turn === 0 ? `M ${x},${y}` : `H ${x} V ${y}`;
    });
    const d = points.join(" ");
    return [svg("path", { d, class: `case case-${player}` }), svg("path", { d, class: `core core-${player}` })];
  }

  _cursor() {
    const step = this._steps[this._at];
    if (!step) return [];
    const x = this._x(this._at);
    return [svg("line", { x1: x, x2: x, y1: EDGE.top, y2: this._height - EDGE.bottom, class: "cursor" })];
  }

  /** The scores of the turn that is looked at, as numbers beside it. */
  _ends() {
    const step = this._steps[this._at];
    if (!step) return [];
    const x = this._x(this._at);
    const isLate = this._at > 0.85 * (this._steps.length - 1) && this._at < this._steps.length - 1;
    const [upper, lower] = step.white >= step.black ? PLAYERS : [...PLAYERS].reverse();
    const gap = Math.max(0, 15 - (this._y(step[lower]) - this._y(step[upper]))) / 2;
    return [[upper, -gap], [lower, gap]].flatMap(([player, shift]) => {
      const y = this._y(step[player]);
      const label = { x: x + (isLate ? -9 : 9), y: y + 4 + shift, class: `value ${isLate ? "value-left" : ""}` };
      return [svg("circle", { cx: x, cy: y, r: 5, class: `dot dot-${player}` }), svg("text", label, signed(step[player]))];
    });
  }

  _choose(event) {
    const turns = this._steps.length - 1;
    if (turns < 1 || event.button > 0) return;
    const box = this._svg.getBoundingClientRect();
    const share = (event.clientX - box.left - EDGE.left) / (this._width - EDGE.left - EDGE.right);
    const turn = Math.max(0, Math.min(turns, Math.round(share * turns)));
    this._go(turn === turns ? null : turn);
  }

  _writeTable() {
    const { says, language } = this._words;
    const written = JSON.stringify([language, this._steps.map(({ turn, white, black }) => [turn, white, black])]);
    if (written === this._written) return;
    this._written = written;
    const heads = [says("chart.turn"), "", says("player.white"), says("player.black")];
    const rows = this._steps.map(({ turn, white, black }, number) =>
      html("tr", {}, html("th", { scope: "row" }, String(number)), html("td", {}, turn || says("live.start")), html("td", {}, signed(white)), html("td", {}, signed(black))),
    );
    const head = heads.map((text) => (text ? html("th", { scope: "col" }, text) : html("td")));
    this._table.replaceChildren(html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows));
  }
}

/** Round numbers from one to the other, few enough to stand side by side. */
function marks(low, high) {
  const step = NICE.find((nice) => (high - low) / nice <= MOST_MARKS) ?? NICE.at(-1);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step);
}

function signed(points) {
  return String(points).replace("-", "−");
}
