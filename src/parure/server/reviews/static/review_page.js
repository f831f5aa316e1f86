// @ts-check
// The review of a finished game: a chart to walk along, the table at any move, and what was better there.
// The server thinks on in the background; until it is done the page asks how far it is.

import { busy, call, request } from "../../web/static/base.js";
import { all, byId, first, isOnControl, near } from "../../web/static/dom.js";
import { onceAFrame, positionsOf, whenResting } from "../../replays/static/positions.js";
import { bindSettings } from "../../web/static/table/settings.js";
import { ParureTable } from "../../web/static/table/table.js";
import { bindTips } from "../../web/static/table/tips.js";
import { _, fill } from "../../web/static/table/words.js";
import { render } from "../../web/static/vendor/lit-html.js";
import { bindCharts, markPlace, putCharts } from "./chart.js";
import { askedList, movePanel, pointsList, sidesTable } from "./review_panels.js";

/** @typedef {import("../../web/static/table/sentences.js").Part} Part */
/** @typedef {import("../../web/static/table/scene.js").Document} Document */
/** @typedef {import("../../web/static/table/scene.js").Note} Note */
/** @typedef {import("./review_panels.js").Move} Move */
/**
 * @typedef {object} Parts how far the review is, and what there is to show of it
 * @property {"working" | "complete" | "stopped"} state
 * @property {number} done
 * @property {number} total
 * @property {string} words
 * @property {Move[]} moves every decision; none until the whole game was looked at once, as with all that follows
 * @property {string} [wide]
 * @property {string} [narrow]
 * @property {import("./review_panels.js").Sides} [sides]
 * @property {import("./review_panels.js").Point[]} [points]
 */

const main = byId("main");
const table = first("parure-table", document, ParureTable);
const ERRORS = ["inaccuracy", "mistake", "blunder"];
const EVERY = 700;

/** @param {string} id */
const given = (id) => JSON.parse(byId(id, HTMLScriptElement).textContent ?? "");

/** @type {Document} what is shown */
let doc = given("document");
/** @type {Parts} */
let parts = given("parts");
/** @type {Document[]} by how many moves have been made; none until they have come */
let positions = [];
let decision = main.dataset.decision ? Number(main.dataset.decision) : -1;
/** Whether the best lines are told. */
let isOpen = false;
/** @type {Part[][]} the best line at the decision that is shown, once it has come */
let expected = [];
/** @type {import("./review_panels.js").Asked | null} what the bot has said to the decision that is shown */
let asked = null;

const path = `/tables/${doc.table.id}/review`;

async function load() {
  positions = await positionsOf(doc.table.id);
  draw();
}

// What is shown

function showProgress() {
  const { state, done, total, words } = parts;
  const bar = first("[data-progress]");
  const line = first("progress", bar, HTMLProgressElement);
  line.max = Math.max(1, total);
  line.value = done;
  line.hidden = state === "complete";
  first("[data-progress-words]", bar).textContent = words;
  first("[data-stop]", bar).hidden = state !== "working";
  first("[data-go-on]", bar).hidden = state !== "stopped";
}

function showNow() {
  const count = parts.moves.length;
  first("[data-now]").textContent = fill(_("move {n} of {all}"), { n: decision + 1, all: count });
  for (const [where, target] of Object.entries(targets())) {
    for (const button of all(`[data-go=${where}]`, document, HTMLButtonElement)) {
      button.disabled = target === decision || target < 0;
    }
  }
}

/** Return where each button leads. */
function targets() {
  const last = parts.moves.length - 1;
  const errors = parts.moves.flatMap(({ grade }, number) => (ERRORS.includes(grade) ? [number] : []));
  return {
    first: 0,
    back: Math.max(0, decision - 1),
    next: Math.min(last, decision + 1),
    last,
    "error-back": errors.findLast((number) => number < decision) ?? -1,
    "error-next": errors.find((number) => number > decision) ?? -1,
  };
}

/**
 * Return what is said of the things that were played, or would have been best.
 * @param {Move} move
 */
function notesOf({ seat, played, best }) {
  /** @type {Record<string, Note>} */
  const notes = {};
  for (const thing of played) notes[thing] = { played: { seat, words: _("played") } };
  for (const thing of best) notes[thing] = { ...notes[thing], hint: _("best") };
  return notes;
}

/** Show the decision where one is. */
const draw = onceAFrame(() => {
  const move = parts.moves[decision];
  if (move) doc = positions[move.push] ?? doc;
  // The page has no log.
  table.show(doc, { still: true, notes: move && positions.length ? notesOf(move) : {}, side: "" });
  if (move) drawWords();
});

/** Show what is said of it, a frame later: on a slow phone the table alone takes a while to draw. */
const drawWords = onceAFrame(() => {
  const move = parts.moves[decision];
  const names = table.scene?.names ?? [];
  putCharts(parts);
  markPlace(decision);
  showNow();
  render(parts.sides ? sidesTable(parts.sides, names) : "", first("[data-sides]"));
  render(pointsList(parts.points ?? [], decision), first("[data-points]"));
  render(movePanel(move, decision, names, { isOpen, lines: expected, toggled }), first("[data-move]"));
  render(asked ? askedList(asked) : "", first("[data-asked]"));
});

const rest = whenResting(tellLine);

/** Fetch the best line of the decision that is shown, if it is to be told. */
async function tellLine() {
  const wanted = decision;
  if (!isOpen || !parts.moves[wanted]?.has_line) return;
  const answer = await request(`${path}/${wanted}/line`);
  if (!answer?.ok || wanted !== decision) return;
  expected = JSON.parse(answer.text);
  draw();
}

/** @param {Event} event */
function toggled({ target }) {
  const { open } = /** @type {HTMLDetailsElement} */ (target);
  if (open !== isOpen) tell(open);
}

/** Tell the best lines, or don't. @param {boolean} open */
function tell(open) {
  isOpen = open;
  draw();
  tellLine();
}

/**
 * Go to a decision.
 * @param {number} number
 */
function go(number) {
  if (number < 0 || number >= parts.moves.length || number === decision) return;
  decision = number;
  expected = [];
  asked = null;
  draw();
  rest(decision);
  if (!positions.length) load();
}

// The server thinks on

/** @param {Parts} found */
function take(found) {
  parts = found;
  showProgress();
  if (parts.moves.length) {
    if (decision < 0) decision = parts.points?.[0]?.number ?? 0;
    decision = Math.min(decision, parts.moves.length - 1);
  }
  draw();
}

async function look() {
  const answer = await request(`${path}/state`);
  if (answer?.ok) take(JSON.parse(answer.text));
  if (parts.state === "working") setTimeout(look, EVERY);
}

// What one does

document.addEventListener("click", async (event) => {
  const where = near(event, "[data-go]")?.dataset.go;
  if (where) go(/** @type {Record<string, number>} */ (targets())[where]);
  const point = near(event, ".point");
  if (point) go(Number(point.dataset.decision));
  const wish = near(event, "[data-stop]") ? "stop" : near(event, "[data-go-on]") ? "start" : "";
  if (!wish) return;
  await call("POST", `${path}/${wish}`);
  look();
});

bindCharts((place) => go(Math.max(0, Math.min(parts.moves.length - 1, place))));

const playOn = first("[data-play-on]");

playOn.addEventListener("click", async () => {
  const together = first("[data-together]", document, HTMLInputElement).checked;
  const made = await busy(playOn, "POST", `${path}/${decision}/play`, { together });
  if (made) location.assign(`/tables/${made.table}`);
});

const ask = first("[data-ask]");

ask.addEventListener("click", async () => {
  const wanted = decision;
  const answer = await busy(ask, "POST", `${path}/${wanted}/ask`);
  ask.removeAttribute("aria-busy");
  if (!answer || wanted !== decision) return;
  asked = answer;
  draw();
});

/** @type {Record<string, string>} */
const keys = {
  ArrowLeft: "back",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  p: "error-back",
  n: "error-next",
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && !isOnControl(event)) playOn.click();
  else if (event.key === "b") tell(!isOpen);
  else if (keys[event.key]) go(/** @type {Record<string, number>} */ (targets())[keys[event.key]]);
  else return;
  event.preventDefault();
});

bindSettings();
bindTips();
take(parts);
load();
if (parts.state === "working") setTimeout(look, parts.moves.length ? EVERY : 150);
