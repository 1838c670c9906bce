// The page for onlookers: the game as the device has it, live or any turn of it.

import { Chart } from "./chart.js";
import { Count } from "./count.js";
import { Drawing } from "./drawing.js";
import { setAttribute, setText } from "./svg.js";
import { Scores } from "./scores.js";
import { Stream, staleBanner } from "./stream.js";
import { tellTable, tellTurn } from "./tell.js";
import { TurnList } from "./turns.js";
import { Words, preferredLanguage } from "./words.js";

const byId = (id) => document.getElementById(id);

const words = new Words();
const { says } = words;
let moment = null;
let game = null;
let cure = {}; // where it stands on the device, in the display's language
let at = null; // the step that is looked at; null: live

const drawing = new Drawing(says);
const scores = new Scores(words);
const list = new TurnList(byId("turns"), words, go);
const chart = new Chart(byId("chart"), byId("chart-table"), words, go);
const count = new Count(byId("count"), words);

const last = () => Math.max(0, game.steps.length - 1);

/** Look at a step; past the last one it is live again. */
function go(step) {
  if (!game) return;
  at = step === null || step > last() ? null : Math.max(0, step);
  draw();
}

/** What lies on the table: as it is understood now, or as a step left it. */
function lying() {
  if (at !== null) {
    const step = game.steps[at];
    const next = game.steps[at + 1];
    return { ...step, toMove: next?.by ?? null, score: { white: step.white, black: step.black, columns: step.points } };
  }
  const isOn = moment.is_on && moment.phase === "playing";
  const { columns, workshops, quarry, mismatch, silent_pads: silent, score } = moment;
  const toMove = isOn ? moment.to_move : null;
  return { columns, workshops, quarry, mismatch, silent, score, toMove, points: moment.phase === "start" ? null : score.columns };
}

function draw() {
  if (!moment || !game) return;
  const view = lying();
  const shown = { ...view, limits: game.limits, ornaments: game.ornaments, isAnew: at !== null };
  drawing.show(shown);
  setAttribute(drawing.element, "aria-label", tellTable(says, view));
  scores.show({ ...view, phase: at === null ? moment.phase : "playing", result: at === null ? moment.score.result : "*" });
  count.show(shown);
  list.show(game.steps, at);
  chart.show(game.steps, at ?? last());
  drawSteps();
  drawDevice();
}

function drawSteps() {
  const number = at ?? last();
  const step = game.steps[number];
  const where = number > 0 ? says("live.turn", { number, turns: last() }) : says("live.start");
  const isBehind = at !== null && moment.phase === "playing";
  setText(byId("where"), isBehind ? `${where} · ${says("live.not-now")}` : where);
  const isWaiting = at === null && moment.phase === "start";
  const told = tellTurn(says, step);
  const now = moment.is_on ? (isWaiting ? says("live.waiting") : told) : says("live.off");
  setText(byId("told"), at === null ? now : told);
  for (const id of ["first", "back"]) byId(id).disabled = number === 0;
  byId("forward").disabled = at === null;
  setAttribute(byId("now"), "aria-pressed", at === null);
  const isLive = moment.is_on && moment.phase !== "over";
  setText(byId("now"), says(isLive ? "live.now" : "live.end"));
  const which = [moment.game ? says("live.game", { number: moment.game }) : "", isLive ? says("live.title") : ""];
  setText(byId("which"), which.filter(Boolean).join(" · "));
  byId("download").hidden = !moment.game && last() === 0; // while the disk takes nothing a game has no number
  document.body.classList.toggle("is-back", at !== null);
}

function drawDevice() {
  const lines = at === null ? (moment.texts[words.language] ?? []) : [];
  byId("device").hidden = lines.length === 0;
  setText(byId("device-line"), lines[0] ?? "");
  setText(byId("device-more"), lines.length > 1 ? `· ${lines.slice(1).join(" · ")}` : "");
  const troubles = at === null ? moment.faults.map((fault) => says(`fault.${fault}`)) : [];
  byId("trouble").hidden = troubles.length === 0;
  setText(byId("trouble"), troubles.length > 0 ? says("live.trouble", { troubles: troubles.join(", "), ...cure }) : "");
}

const STEPS = {
  ArrowLeft: () => go((at ?? last()) - 1),
  ArrowRight: () => go(at === null ? null : at + 1),
};
const ENDS = { Home: () => go(0), End: () => go(null) };

/** What a key means where it was pressed. Home and End are the page's own, but where one steps. */
function meant({ key, target }) {
  if (target.closest("select, [tabindex='0'][role='region']")) return undefined;
  return STEPS[key] ?? (target.closest(".steps, #turns") ? ENDS[key] : undefined);
}

function listen() {
  byId("first").addEventListener("click", ENDS.Home);
  byId("back").addEventListener("click", STEPS.ArrowLeft);
  byId("forward").addEventListener("click", STEPS.ArrowRight);
  byId("now").addEventListener("click", ENDS.End);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !game) return;
    const step = meant(event);
    if (!step) return;
    event.preventDefault();
    step();
  });
}

function take(name, value) {
  if (name === "moment") {
    moment = value;
    words.saidIn(value.language).then((there) => {
      cure = { back: there("button.back"), about: there("menu.about") };
      draw();
    });
  }
  if (name === "game") {
    // Another game, or turns that were taken back: what was looked at may be gone.
    if (value.game !== game?.game || (at !== null && at >= value.steps.length)) at = null;
    game = value;
  }
  draw();
}

async function begin() {
  await words.choose(preferredLanguage());
  words.offer(byId("language"));
  byId("table").append(drawing.element);
  drawing.element.setAttribute("role", "img");
  drawing.fit(byId("table"));
  words.onChange(() => {
    drawing.translate();
    document.title = `Tholos · ${says("live.title")}`;
    draw();
  });
  await words.choose(words.language);
  listen();
  new Stream("/events", { onEvent: take, onState: staleBanner(byId("stale"), words) }).run();
}

begin();
