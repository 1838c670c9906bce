// The play page: the table as it is, the panel and the display of the device, and a drawer for mischief.

import { Acts } from "./acts.js";
import { Drawer } from "./drawer.js";
import { Drawing } from "./drawing.js";
import { Glass } from "./glass.js";
import { Hand } from "./hand.js";
import { Log } from "./log.js";
import { Panel } from "./panel.js";
import { Stream, staleBanner } from "./stream.js";
import { setAttribute, setText } from "./svg.js";
import { nameOfPlace } from "./tell.js";
import { Words, memory, preferredLanguage } from "./words.js";

const SAID_MS = 7000;
const HINT = "tholos-hint-read";
const NO_LETTERS = "tholos-no-letters";
const byId = (id) => document.getElementById(id);

const words = new Words();
let saidTimer;
let isHintRead = memory.get(HINT) !== null;
let table = null;
let moment = null;
let game = null;

/** A short word to the player; it goes by itself. */
function say(text) {
  byId("said").textContent = text;
  clearTimeout(saidTimer);
  saidTimer = setTimeout(() => (byId("said").textContent = ""), SAID_MS);
}

const acts = new Acts(words, say);
const drawing = new Drawing(words.says);
const hear = (text) => (byId("heard").textContent = text); // for who does not see the stone in the hand
const hand = new Hand(drawing, acts, words, { say, hear, onMove: draw });
const panel = new Panel(byId("buttons"), acts, words);
const glass = new Glass(byId("glass"), byId("glass-said"), byId("glass-away"), words);
const drawer = new Drawer(byId("mischief"), acts, words);
const log = new Log(words);

/** Draw the table, and upon it what the device makes of it. */
function draw() {
  if (!table || !game) return;
  const shown = hand.shown;
  drawing.show({
    ...shown,
    limits: game.limits,
    ornaments: game.ornaments,
    mismatch: moment?.mismatch,
    silent: moment?.silent_pads,
    toMove: moment?.phase === "playing" ? moment.to_move : null,
    points: moment?.phase === "start" ? null : moment?.score.columns,
  });
  hand.draw();
  for (const place of drawing.places()) {
    setAttribute(place.element, "data-stone", place.stone);
    setAttribute(place.element, "aria-label", nameOfPlace(words.says, place.id, shown, game));
  }
}

function makePlaces() {
  const places = drawing.places();
  for (const { element } of places) {
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
  }
  // One stop of the tab key for the whole table; arrows lead on from there.
  places[0].element.setAttribute("tabindex", "0");
  byId("table").addEventListener("focusin", (event) => {
    for (const { element } of places) element.setAttribute("tabindex", element === event.target ? "0" : "-1");
  });
}

const TAKERS = {
  table(value) {
    table = value;
    hand.show(value);
    drawer.show(value);
    glass.showLead(value);
    byId("showing").hidden = !value.is_showing;
    showHint();
  },
  moment(value) {
    moment = value;
    glass.showTexts(value);
    drawer.isPlaying = value.phase === "playing";
    panel.letter(value.language).then(tellNames);
    stepHint();
  },
  game(value) {
    game = value;
    stepHint();
  },
  glass: (value) => glass.show(value),
  log: (value) => log.show(value),
};

/** The buttons' names in the texts are those that the panel is lettered with. */
function tellNames() {
  const names = panel.names;
  setText(byId("hint-begin"), words.says("hint.begin", names));
  setText(byId("keys-told"), words.says("play.keys", names));
  setText(byId("letters-told"), words.says("play.letters", names));
  setText(byId("lay-told"), words.says("mischief.lay-hint", names));
}

/** Where there is no room for the whole hint, what comes next stands there alone. */
function stepHint() {
  const step = moment?.phase !== "playing" ? "begin" : game?.steps.length > 1 ? "take" : "place";
  setAttribute(byId("hint"), "data-step", step);
}

function offerStop() {
  byId("stop").addEventListener("click", () => acts.do("stop"));
}

function offerLetters() {
  const box = byId("letters");
  box.checked = memory.get(NO_LETTERS) === null;
  panel.useLetters(box.checked);
  box.addEventListener("change", () => {
    memory.set(NO_LETTERS, box.checked ? null : "yes");
    panel.useLetters(box.checked);
  });
}

/** Whoever clicks has the keys for the panel: what was clicked, or had them before, would take Enter for itself. */
function keepKeys() {
  document.addEventListener("mousedown", (event) => {
    if (!event.target.closest("#table, button, summary")) return;
    event.preventDefault(); // gives it no focus
    document.activeElement.blur();
  });
}

/** Once, to who plays: not while a game is shown. */
function showHint() {
  byId("hint").hidden = isHintRead || table?.is_showing === true;
}

function offerHint() {
  byId("hint-close").addEventListener("click", (event) => {
    memory.set(HINT, "yes");
    isHintRead = true;
    showHint();
    if (event.detail === 0) drawing.places()[0].element.focus({ preventScroll: true }); // closed by a key
  });
}

async function begin() {
  await words.choose(preferredLanguage());
  words.offer(byId("language"));
  words.onChange(() => {
    drawing.translate();
    drawing.element.setAttribute("aria-label", words.says("play.table"));
    document.title = `Tholos · ${words.says("play.title")}`;
    tellNames();
    draw();
  });
  await words.choose(words.language);
  byId("table").append(drawing.element);
  drawing.element.setAttribute("role", "group");
  drawing.fit(byId("table"));
  makePlaces();
  showHint();
  offerHint();
  offerLetters();
  offerStop();
  keepKeys();
  const stream = new Stream("/table/events", {
    headers: () => acts.headers,
    onEvent(name, value) {
      TAKERS[name]?.(value);
      if (name === "table" || name === "moment" || name === "game") draw();
    },
    onState: staleBanner(byId("stale"), words),
    onRefused: () => acts.renew(),
  });
  stream.run();
}

begin();
