// What the play page asks of the table: one line at a time, in the order in which it was done.

const AGAIN_MS = 1000;

export class Acts {
  /** `onRefused(text)`: the table, or the server, will not; a sentence for people. */
  constructor(words, onRefused) {
    this._words = words;
    this._onRefused = onRefused;
    this._last = Promise.resolve();
    this._owed = []; // nobody has heard of these, and the table would wait for them for ever
    this._token = document.querySelector('meta[name="token"]').content;
  }

  /** What shows the server that this page is the one that it has given out. */
  get headers() {
    return { "X-Tholos-Token": this._token };
  }

  /** Do it after all that was asked before; whether it was done. Without what it is to follow it is not even asked. */
  do(line, before = true) {
    const done = this._last.then(async () => (await before) && this._send(line));
    this._last = done.catch(() => {});
    return done;
  }

  async _send(line) {
    await this._sendOwed();
    const answer = await this._post(line);
    if (answer?.ok) return true;
    if (!answer && isRelease(line)) {
      this._owed.push(line);
      this._catchUp();
    }
    const told = answer?.status === 400 ? (await answer.json().catch(() => ({}))).error : null;
    this._onRefused(told ?? (answer ? this._words.says("refused", { status: answer.status }) : this._words.says("unheard")));
    return false;
  }

  /** Whatever the answer is, it has been heard: a program that was started anew knows of no finger. */
  async _sendOwed() {
    while (this._owed.length > 0 && (await this._post(this._owed[0]))) this._owed.shift();
  }

  /** Also where nothing else is asked any more. */
  _catchUp() {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      this._last = this._last.then(() => this._sendOwed());
      this._last.then(() => this._owed.length > 0 && this._catchUp());
    }, AGAIN_MS);
  }

  /** The answer; null: there was none. By a program that was started anew nothing was done: it is asked once more. */
  async _post(line) {
    const answer = await this._ask(line);
    if (answer?.status !== 403) return answer;
    await this.renew();
    return this._ask(line);
  }

  _ask(line) {
    return fetch("/table/act", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...this.headers },
      body: JSON.stringify({ act: line }),
      keepalive: isRelease(line), // it is sent though the page is closed
    }).catch(() => null);
  }

  /** The program was started anew and knows another token: ask for the page again, and go by what stands there. */
  async renew() {
    const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (!text) return; // gone again; whoever listens tries again, too
    const page = new DOMParser().parseFromString(text, "text/html");
    this._token = page.querySelector('meta[name="token"]')?.content ?? this._token;
  }
}

/** A finger that comes up: unlike all else it must not be lost. */
const isRelease = (line) => line.startsWith("up ");
