// Server-sent events, read by hand: unlike an EventSource this one sees the lines by which a quiet server says that it
// is alive, and so knows when it is not. A page that nobody sees listens to nothing: a browser has six connections to a
// host, all its tabs together, and each stream holds one.

const SILENT_MS = 12_000; // the server speaks every 5 s
const LATE_MS = 1000; // what is opened anew answers sooner; until then the old picture passes for the new one
const RETRY_MS = [300, 1000, 2000, 4000]; // the last one for ever after

/**
 * Opens `url`, with `headers()`, and tells of each event by `onEvent(name, value)`. `onState(isStale, since)`: whether
 * nothing is heard, and since when (a Date). `onRefused()` is awaited where the server answers 403, before the next try.
 */
export class Stream {
  constructor(url, { onEvent, onState, onRefused = async () => {}, headers = () => ({}) }) {
    Object.assign(this, { url, onEvent, onState, onRefused, headers });
    this._heard = new Date();
    this._isStale = false;
  }

  /** Listens, while the page is seen, until it is left. */
  async run() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this._stop?.abort() : this._wake?.()));
    addEventListener("online", () => this._wake?.());
    for (let failures = 0; ; failures += 1) {
      const began = Date.now();
      await this._once();
      if (document.hidden) {
        await this._rest();
        failures = -1;
        continue;
      }
      this._tell(true);
      if (Date.now() - began > SILENT_MS) failures = 0;
      await this._rest(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
    }
  }

  /** Until so much time has passed, or the page is seen again, or the network is back. */
  _rest(time = null) {
    return new Promise((resume) => {
      this._wake = resume;
      if (time !== null) setTimeout(resume, time);
    });
  }

  /** One stream to its end, however it ends. Nothing but the network's failures is passed over. */
  async _once() {
    if (document.hidden) return;
    const stop = (this._stop = new AbortController());
    const late = setTimeout(() => this._tell(true), LATE_MS);
    const watch = () => {
      clearTimeout(this._timer);
      this._timer = setTimeout(() => stop.abort(), SILENT_MS);
    };
    watch();
    const answer = await fetch(this.url, { cache: "no-store", headers: this.headers(), signal: stop.signal }).catch(() => null);
    if (answer?.status === 403) await this.onRefused();
    if (answer?.ok) {
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      const next = () => reader.read().catch(() => ({ done: true }));
      const parser = new Parser(this.onEvent);
      for (let part = await next(); !part.done; part = await next()) {
        watch();
        clearTimeout(late);
        this._heard = new Date();
        this._tell(false);
        parser.feed(part.value);
      }
    }
    clearTimeout(late);
    clearTimeout(this._timer);
  }

  _tell(isStale) {
    if (isStale === this._isStale) return;
    this._isStale = isStale;
    surely(() => this.onState(isStale, this._heard));
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
      const [name, data] = [this._name, this._data.join("\n")];
      this._forget();
      if (data) surely(() => this._onEvent(name, JSON.parse(data)));
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

/** A fault of the page's own is told as every other is, and the next event may find it mended. */
function surely(act) {
  try {
    act();
  } catch (error) {
    reportError(error);
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
