// The five buttons of the panel, under mouse, finger and keys. A button is down for as long as it is held.

import { html, setText } from "./svg.js";

const BUTTONS = ["white", "grey", "black", "ok", "back"];
const KEYS = { w: "white", g: "grey", b: "black", Enter: "ok", Backspace: "back" };
const CAPS = { white: "W", grey: "G", black: "B", ok: "⏎", back: "⌫" };

export class Panel {
  constructor(element, acts, words) {
    this._acts = acts;
    this._words = words;
    this._down = new Set();
    this._buttons = Object.fromEntries(BUTTONS.map((name) => [name, this._make(name)]));
    element.append(...BUTTONS.map((name) => this._buttons[name].element));
    document.addEventListener("keydown", (event) => this._key(event, true));
    document.addEventListener("keyup", (event) => this._key(event, false));
    // Whoever lets go elsewhere has let go.
    addEventListener("blur", () => this._releaseAll());
    document.addEventListener("visibilitychange", () => document.hidden && this._releaseAll());
  }

  /** Letter the buttons as those of a kit in this language, which is the display's. */
  async letter(language) {
    if (this._language === language) return;
    this._language = language;
    const name = await this._words.buttonNames(language);
    for (const button of BUTTONS) setText(this._buttons[button].label, name(button));
  }

  /** What stands below a button. */
  nameOf(button) {
    return this._buttons[button].label.textContent;
  }

  _make(name) {
    const label = html("span", { class: "cap-label", translate: "no" });
    const key = html("kbd", { "aria-hidden": "true" }, CAPS[name]);
    const element = html(
      "button",
      { type: "button", class: `cap cap-${name}`, "data-button": name },
      html("span", { class: "cap-face" }),
      label,
      key,
    );
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this._press(name);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, () => this._release(name));
    }
    element.addEventListener("click", (event) => this._click(event, name));
    element.addEventListener("contextmenu", (event) => event.preventDefault()); // a finger that holds
    return { element, label };
  }

  _click(event, name) {
    if (event.detail !== 0) return; // the pointer has said it already
    this._press(name);
    this._release(name);
  }

  _key(event, isDown) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = this._named(event);
    if (!name) return;
    event.preventDefault();
    if (!isDown) this._release(name);
    else if (!event.repeat) this._press(name);
  }

  /** The button that a key stands for where it was pressed. On a control of the page it is the control's. */
  _named(event) {
    const { target } = event;
    const own = target.closest?.("[data-button]")?.dataset.button;
    if (own && (event.key === " " || event.key === "Enter")) return own;
    if (target.closest?.("select, input, textarea")) return null;
    if (event.key === "Enter" && target.closest?.("a, button, summary")) return null;
    return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
  }

  _press(name) {
    if (this._down.has(name)) return;
    this._down.add(name);
    this._buttons[name].element.classList.add("is-down");
    this._acts.do(`down ${name}`);
  }

  _release(name) {
    if (!this._down.delete(name)) return;
    this._buttons[name].element.classList.remove("is-down");
    this._acts.do(`up ${name}`);
  }

  _releaseAll() {
    for (const name of [...this._down]) this._release(name);
  }
}
