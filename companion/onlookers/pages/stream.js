// Server-sent events, read by hand: unlike an EventSource this one sees the lines by which a quiet server says that it
// is alive, and so knows when it is not.

const SILENT_MS = 12_000; // the server speaks every 5 s
const RETRY_MS = [300, 1000, 2000, 4000]; // the last one for ever after

/**
 * Opens `url()` and tells of each event by `onEvent(name, value)`. `onState(isStale, since)`: whether nothing is heard,
 * and since when (a Date). `onRefused()` is awaited where the server answers 403, before the next try.
 */
export class Stream {
  constructor(url, { onEvent, onState, onRefused = async () => {} }) {
    Object.assign(this, { url, onEvent, onState, onRefused });
    this._heard = new Date();
    this._isStale = false;
  }

  /** Listens until the page is left. */
  async run() {
    for (let failures = 0; ; failures += 1) {
      const began = Date.now();
      await this._once().catch(() => {});
      this._tell(true);
      if (Date.now() - began > SILENT_MS) failures = 0;
      await new Promise((resume) => setTimeout(resume, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]));
    }
  }

  async _once() {
    const stop = new AbortController();
    const watch = () => {
      clearTimeout(this._timer);
      this._timer = setTimeout(() => stop.abort(), SILENT_MS);
    };
    watch();
    try {
      const answer = await fetch(this.url(), { cache: "no-store", signal: stop.signal });
      if (answer.status === 403) await this.onRefused();
      if (!answer.ok) return;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      const parser = new Parser(this.onEvent);
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        watch();
        this._heard = new Date();
        this._tell(false);
        parser.feed(part.value);
      }
    } finally {
      clearTimeout(this._timer);
    }
  }

  _tell(isStale) {
    if (isStale === this._isStale) return;
    this._isStale = isStale;
    this.onState(isStale, this._heard);
  }
}

/** Makes events of the text of a stream, however it is cut into parts. */
class Parser {
  constructor(onEvent) {
    this._onEvent = onEvent;
    this._rest = "";
    this._forget();
  }

  feed(text) {
    const lines = (this._rest + text).split(/\r?\n/);
    this._rest = lines.pop();
    for (const line of lines) this._take(line);
  }

  _take(line) {
    if (line === "") {
      if (this._data.length > 0) this._onEvent(this._name, JSON.parse(this._data.join("\n")));
      this._forget();
      return;
    }
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
    if (field === "event") this._name = value;
    if (field === "data") this._data.push(value);
  }

  _forget() {
    this._name = "message";
    this._data = [];
  }
}

/** Shows, in an element, that nothing is heard and since when; greys whatever is marked to fade. */
export function staleBanner(element, words) {
  let since = null;
  const write = () => {
    element.hidden = since === null;
    document.body.classList.toggle("is-stale", since !== null);
    if (since !== null) {
      const time = since.toLocaleTimeString(words.language, { timeStyle: "medium" });
      element.textContent = words.says("stale", { time });
    }
  };
  words.onChange(write);
  return (isStale, heard) => {
    since = isStale ? heard : null;
    write();
  };
}
