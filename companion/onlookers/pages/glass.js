// The display: its very pixels, as bright as its contrast has them, and what stands on it for who cannot see it.

import { setAttribute, setText } from "./svg.js";

const WIDTH_PX = 128;
const HEIGHT_PX = 64;
const LIT = [205, 232, 255];
const DARK = [8, 12, 18];
const FAINTEST = 0.3; // of a lit pixel at contrast 0: an OLED is never quite dark while it is on
const FULL = 255;

export class Glass {
  constructor(canvas, said, away, words) {
    Object.assign(this, { _canvas: canvas, _said: said, _away: away, _words: words });
    this._context = canvas.getContext("2d");
    this._texts = {};
    this._lines = [];
    this._isUnplugged = false;
    words.onChange(() => this._tell());
    this.show({ pixels: "", contrast: 0, is_on: false });
  }

  /** `pixels`: base64 of 128 by 64 bits, row by row, the left one first. */
  show({ pixels, contrast, is_on: isOn }) {
    const bits = Uint8Array.from(atob(pixels), (letter) => letter.charCodeAt(0));
    const share = isOn ? FAINTEST + (1 - FAINTEST) * (contrast / FULL) : 0;
    const lit = DARK.map((dark, index) => dark + (LIT[index] - dark) * share);
    const image = this._context.createImageData(WIDTH_PX, HEIGHT_PX);
    for (let at = 0; at < WIDTH_PX * HEIGHT_PX; at += 1) {
      const isLit = (bits[at >> 3] >> (7 - (at & 7))) & 1;
      image.data.set([...(isLit ? lit : DARK), FULL], 4 * at);
    }
    this._context.putImageData(image, 0, 0);
    this._isOn = isOn;
    this._tell();
  }

  /** The lines that stand on it, in the display's own language. */
  showTexts({ texts, language }) {
    this._lines = texts[language] ?? [];
    this._language = language;
    this._tell();
  }

  /** Whether its lead is in. */
  showLead({ unplugged, is_on: isOn }) {
    this._isUnplugged = unplugged.includes("display");
    this._isPowered = isOn;
    this._tell();
  }

  _tell() {
    const { says } = this._words;
    const why = this._isUnplugged ? "glass.unplugged" : this._isPowered === false ? "glass.off" : null;
    this._away.hidden = why === null;
    if (why) setText(this._away, says(why));
    const lines = this._isOn ? this._lines.join(" · ") : "";
    setAttribute(this._canvas, "aria-label", says("glass.label", { lines: lines || says("glass.dark") }));
    setAttribute(this._said, "lang", this._language ?? null);
    setText(this._said, lines);
  }
}
