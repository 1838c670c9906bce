// Texts in four languages, from words-XX.json beside this file. Which one: what was chosen here before, else what the
// browser asks for. Where nothing may be stored, the choice stands in the address behind #.

export const LANGUAGES = { en: "English", es: "Español", fr: "Français", de: "Deutsch" };
const KEY = "tholos-language";
const AGAIN_MS = 1000;
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
  /** null: it is forgotten. */
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
};

/** Not `in`: an address may end in #toString. */
const isKnown = (tag) => Object.hasOwn(LANGUAGES, tag ?? "");

/** The language to begin with. */
export function preferredLanguage() {
  const wished = [location.hash.slice(1), memory.get(KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wished.find(isKnown) ?? "en";
}

/** A language's texts, asked for once; as long as the server gives none, it is asked again. */
function load(language) {
  if (!loaded.has(language)) loaded.set(language, ask(`/pages/words-${language}.json`));
  return loaded.get(language);
}

async function ask(path) {
  for (;;) {
    const answer = await fetch(path).catch(() => null);
    const texts = answer?.ok ? await answer.json().catch(() => null) : null;
    if (texts) return texts;
    await new Promise((resume) => setTimeout(resume, AGAIN_MS));
  }
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

  /** What gives a text in any language, which need not be the page's: the display has its own. */
  async saidIn(language) {
    const texts = await load(isKnown(language) ? language : "en");
    return (key) => texts[key];
  }

  async choose(language) {
    this._wished = language;
    const texts = await load(language);
    if (this._wished !== language) return; // something else was chosen meanwhile
    this._texts = texts;
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
      if (!memory.set(KEY, select.value) || isKnown(location.hash.slice(1))) location.hash = select.value;
      this.choose(select.value);
    });
  }
}
