// The five buttons of the panel, under mouse, finger and keys. A button is down for as long as anything holds it: what
// went down on it is remembered, and nothing but that lets go of it, wherever it comes up.

import { html, setAttribute, setText } from "./svg.js";

const BUTTONS = ["white", "grey", "black", "ok", "back"];
const LETTERS = { w: "white", g: "grey", b: "black", o: "ok" };
const KEYS = { Enter: "ok", Backspace: "back" };
const CAPS = { white: "W", grey: "G", black: "B", ok: "O", back: "⌫" };
const SHORTCUTS = { white: "W", grey: "G", black: "B", ok: "O Enter", back: "Backspace" }; // as assistive programs read them

export class Panel {
  constructor(element, acts, words) {
    this._acts = acts;
    this._words = words;
    this._holds = new Map(); // what holds, as "key KeyW" or "pointer 1" -> the button
    this._buttons = Object.fromEntries(BUTTONS.map((name) => [name, this._make(name)]));
    element.append(...BUTTONS.map((name) => this._buttons[name].element));
    document.addEventListener("keydown", (event) => this._keyDown(event));
    document.addEventListener("keyup", (event) => this._keyUp(event));
    // Whoever lets go elsewhere has let go.
    addEventListener("blur", () => this._releaseAll());
    document.addEventListener("visibilitychange", () => document.hidden && this._releaseAll());
  }

  /** Letter the buttons as those of a kit in this language, which is the display's. */
  async letter(language) {
    if (this._language === language) return;
    this._language = language;
    const says = await this._words.saidIn(language);
    if (this._language !== language) return; // another one came meanwhile
    for (const button of BUTTONS) setText(this._buttons[button].label, says(`button.${button}`));
    this._entry = says("menu.new-game");
  }

  /** Whether letters press buttons: who talks to their machine, or types with a stick, may not want that. */
  useLetters(isWanted) {
    this._hasLetters = isWanted;
    for (const [name, { element, key }] of Object.entries(this._buttons)) {
      const usable = SHORTCUTS[name].split(" ").filter((each) => isWanted || each.length > 1);
      setAttribute(element, "aria-keyshortcuts", usable.join(" ") || null);
      key.hidden = usable.length === 0;
    }
  }

  /** What stands below each button; `new-game`: what the display calls that entry of its menu. */
  get names() {
    const buttons = BUTTONS.map((name) => [name, this._buttons[name].label.textContent]);
    return { ...Object.fromEntries(buttons), "new-game": this._entry };
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
      this._press(name, `pointer ${event.pointerId}`);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this._release(`pointer ${event.pointerId}`));
    }
    element.addEventListener("click", (event) => this._click(event, name));
    element.addEventListener("contextmenu", (event) => event.preventDefault()); // a finger that holds
    return { element, label, key };
  }

  _click(event, name) {
    if (event.detail !== 0) return; // the pointer has said it already
    this._press(name, "click");
    this._release("click");
  }

  _keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const name = this._named(event);
    if (!name) return;
    event.preventDefault();
    if (!event.repeat) this._press(name, keyOf(event));
  }

  /** Whatever is pressed or focused by now. */
  _keyUp(event) {
    if (this._release(keyOf(event))) event.preventDefault();
    if (event.key === "Meta") this._releaseAll(); // macOS tells of no key that comes up under it
  }

  /** The button that a key stands for where it was pressed. On a control of the page it is the control's. */
  _named(event) {
    const { target } = event;
    const own = target.closest?.("[data-button]")?.dataset.button;
    if (own && (event.key === " " || event.key === "Enter")) return own;
    if (target.closest?.("select, input:not([type=checkbox]), textarea")) return null;
    if (event.key === "Enter" && target.closest?.("a, button, summary, [data-place]")) return null;
    return KEYS[event.key] ?? (this._hasLetters ? LETTERS[event.key.toLowerCase()] : null) ?? null;
  }

  _press(name, by) {
    this._release(by); // its end was never told
    const isDown = this._isDown(name);
    this._holds.set(by, name);
    if (isDown) return;
    this._buttons[name].element.classList.add("is-down");
    this._acts.do(`down ${name}`);
  }

  /** Whether it held anything. */
  _release(by) {
    const name = this._holds.get(by);
    if (!this._holds.delete(by)) return false;
    if (!this._isDown(name)) {
      this._buttons[name].element.classList.remove("is-down");
      this._acts.do(`up ${name}`);
    }
    return true;
  }

  _isDown(name) {
    return [...this._holds.values()].includes(name);
  }

  _releaseAll() {
    for (const by of [...this._holds.keys()]) this._release(by);
  }
}

/** The key itself, not what it writes: that changes while it is down. A keyboard on a screen knows no keys. */
function keyOf(event) {
  return `key ${event.code || event.key}`;
}
