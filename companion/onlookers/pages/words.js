// Texts in four languages, from words-XX.json beside this file. Which one: what was chosen here before, else what the
// browser asks for. Where nothing may be stored, the choice stands in the address behind #.

export const LANGUAGES = { en: "English", es: "Español", fr: "Français", de: "Deutsch" };
const KEY = "tholos-language";
const loaded = new Map();

/** Where a page keeps small things from visit to visit; false and null where the browser refuses. */
export const memory = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
};

/** The language to begin with. */
export function preferredLanguage() {
  const wished = [location.hash.slice(1), memory.get(KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wished.find((tag) => tag in LANGUAGES) ?? "en";
}

async function load(language) {
  if (!loaded.has(language)) {
    const answer = await fetch(`/pages/words-${language}.json`);
    if (!answer.ok) throw new Error(`words-${language}.json: ${answer.status}`);
    loaded.set(language, await answer.json());
  }
  return loaded.get(language);
}

/** All texts of a page in the language that is chosen; `says` is to be passed around. */
export class Words {
  constructor() {
    this.language = "en";
    this._texts = {};
    this._listeners = [];
    /** The text of a key, its {names} filled in. With a `count` of 1 or 0, KEY-one or KEY-none is used where there is one. */
    this.says = (key, values = {}) => {
      const special = { 1: `${key}-one`, 0: `${key}-none` }[values.count];
      const text = this._texts[special] ?? this._texts[key] ?? key;
      return text.replace(/\{([\w-]+)\}/g, (whole, name) => values[name] ?? whole);
    };
  }

  /** The button's name as the panel is lettered in any language, which need not be the page's. */
  async buttonNames(language) {
    const texts = await load(language in LANGUAGES ? language : "en");
    return (button) => texts[`button.${button}`];
  }

  async choose(language) {
    this._texts = await load(language);
    this.language = language;
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-says]")) element.textContent = this.says(element.dataset.says);
    for (const element of document.querySelectorAll("[data-label]")) {
      element.setAttribute("aria-label", this.says(element.dataset.label));
    }
    for (const listener of this._listeners) listener();
  }

  /** Call this now and whenever the language has changed. */
  onChange(listener) {
    this._listeners.push(listener);
  }

  /** Fill a <select> with the languages, and follow it. */
  offer(select) {
    for (const [language, name] of Object.entries(LANGUAGES)) {
      const option = new Option(name, language, false, language === this.language);
      option.lang = language;
      select.append(option);
    }
    select.addEventListener("change", () => {
      if (!memory.set(KEY, select.value)) location.hash = select.value;
      this.choose(select.value);
    });
  }
}
