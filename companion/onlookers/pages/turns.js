// The turns in the notation, a line for each pair; whoever presses one looks at it.

import { html, setAttribute } from "./svg.js";
import { tellTurn } from "./tell.js";

export class TurnList {
  constructor(element, words, go) {
    Object.assign(this, { _element: element, _words: words, _go: go });
    this._buttons = [];
    this._written = "";
  }

  /** `steps` as the game has them, the start first; `at`: the one that is looked at, null for live. */
  show(steps, at) {
    this._write(steps);
    const current = at ?? steps.length - 1;
    document.getElementById("no-turns").hidden = steps.length > 1;
    this._buttons.forEach((button, index) => {
      const isCurrent = index + 1 === current;
      setAttribute(button, "aria-current", isCurrent ? "step" : null);
      // One stop of the tab key for the whole list; the arrow keys step.
      setAttribute(button, "tabindex", isCurrent || (current < 1 && index === 0) ? "0" : "-1");
      if (isCurrent && this._shown !== current) this._reveal(button);
    });
    this._shown = current;
  }

  _write(steps) {
    const written = JSON.stringify([this._words.language, ...steps.map(({ by, turn }) => by + turn)]);
    if (written === this._written) return;
    this._written = written;
    this._buttons = [];
    this._element.replaceChildren();
    let line = null;
    steps.slice(1).forEach((step, index) => {
      if (!line || step.by === "white" || line.dataset.by === step.by) line = this._line(step.by);
      line.dataset.by = step.by;
      const button = this._button(step, index + 1);
      line.append(button);
      this._buttons.push(button);
    });
  }

  _line(by) {
    const line = html("li", {}, html("span", { class: "pair", "aria-hidden": "true" }, `${this._element.childElementCount + 1}.`));
    if (by === "black") line.append(html("span", { class: "gone", "aria-hidden": "true" }, "…"));
    this._element.append(line);
    return line;
  }

  _button(step, number) {
    const { by, turn } = step;
    const told = tellTurn(this._words.says, step);
    const button = html("button", { type: "button", class: `turn turn-${by}`, title: told, "aria-label": `${turn}. ${told}` }, turn);
    button.addEventListener("click", () => this._go(number));
    return button;
  }

  /** Within the list's own box, so that the page stays where it is. */
  _reveal(button) {
    const [box, its] = [this._element.getBoundingClientRect(), button.getBoundingClientRect()];
    if (its.top < box.top) this._element.scrollTop -= box.top - its.top;
    if (its.bottom <= box.bottom) return;
    const line = button.parentElement.offsetHeight; // whole lines: none is cut in half at the top
    this._element.scrollTop = Math.ceil((this._element.scrollTop + its.bottom - box.bottom) / line) * line;
  }
}
