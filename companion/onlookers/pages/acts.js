// What the play page asks of the table: one line at a time, in the order in which it was done.

export class Acts {
  /** `onRefused(text)`: the table, or the server, will not; a sentence for people. */
  constructor(words, onRefused) {
    this._words = words;
    this._onRefused = onRefused;
    this._last = Promise.resolve();
    this._token = document.querySelector('meta[name="token"]').content;
  }

  get eventsUrl() {
    return `/table/events?token=${encodeURIComponent(this._token)}`;
  }

  /** Do it after all that was asked before; whether it was done. */
  do(line) {
    const done = this._last.then(() => this._send(line));
    this._last = done;
    return done;
  }

  async _send(line) {
    try {
      const answer = await fetch("/table/act", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Tholos-Token": this._token },
        body: JSON.stringify({ act: line }),
      });
      if (answer.ok) return true;
      const told = answer.status === 400 ? (await answer.json()).error : null;
      this._onRefused(told ?? this._words.says("refused", { status: answer.status }));
    } catch {
      this._onRefused(this._words.says("unheard"));
    }
    return false;
  }

  /** The program was started anew and knows another token: ask for the page again, and go by what stands there. */
  async renew() {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    this._token = page.querySelector('meta[name="token"]')?.content ?? this._token;
  }
}
