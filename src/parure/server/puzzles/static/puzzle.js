// @ts-check
// A puzzle: a move is chosen as at any table, and sent as the answer. The solution comes with what the server
// says to it.

import { busy } from "../../web/static/base.js";
import { all, byId, first, isOnControl, near } from "../../web/static/dom.js";
import { Explainer } from "../../web/static/table/explainer.js";
import { bindKeys, refocus } from "../../web/static/table/keys.js";
import { bindSettings } from "../../web/static/table/settings.js";
import { ParureTable } from "../../web/static/table/table.js";
import { bindTips } from "../../web/static/table/tips.js";
import { _, fill } from "../../web/static/table/words.js";
import { answeredPanel, answeredQuestion, askedPanel } from "./puzzle_panels.js";

/** @typedef {import("../../web/static/table/scene.js").Note} Note */
/** @typedef {import("./puzzle_panels.js").Answered} Answered */

/** @param {string} id */
const given = (id) => JSON.parse(byId(id, HTMLScriptElement).textContent ?? "");

const table = first("parure-table", document, ParureTable);
/** @type {import("../../web/static/table/scene.js").Document} */
const doc = given("document");
/** @type {import("./puzzle_panels.js").Asked} */
const puzzle = given("asked");
const began = Date.now();
let isBusy = false;
let isAnswered = false;

/**
 * Send a move as the answer; none to be shown the solution.
 * @param {string} [line]
 */
async function send(line) {
  if (isBusy || isAnswered) return;
  isBusy = true;
  all(":popover-open").forEach((one) => one.hidePopover());
  const bringBack = table.setAside();
  /** @type {Answered | null} */
  const answer = await busy(byId("question"), "POST", `/puzzles/${puzzle.number}/answer`, {
    move: line ?? null,
    of: puzzle.of,
  });
  isBusy = false;
  if (answer) show(answer);
  else bringBack();
}

/** @param {Answered} answer */
function show(answer) {
  isAnswered = true;
  const { head, found, is_right: isRight, next } = answer;
  const note = [isRight ? solvedIn((Date.now() - began) / 1000) : "", found || puzzle.goal];
  table.show(doc, {
    still: true,
    notes: notesOf(answer),
    question: answeredQuestion(head, note.filter(Boolean).join(" "), next),
    side: answeredPanel(puzzle, answer, table.scene?.names ?? []),
  });
  hideTip();
  byId("news").textContent = head;
  document.querySelector(".is-hinted")?.scrollIntoView();
  first("[data-next]").focus({ preventScroll: true });
}

/**
 * Return what is said of the things that were played, and of those of the solution.
 * @param {Answered} answer
 */
function notesOf({ seat, played, best, is_right: isRight }) {
  /** @type {Record<string, Note>} */
  const notes = {};
  for (const thing of played) notes[thing] = { played: { seat, words: _("yours") } };
  for (const thing of best) notes[thing] = { ...notes[thing], hint: isRight ? _("right") : _("best") };
  return notes;
}

/**
 * Say how long it took.
 * @param {number} seconds
 */
function solvedIn(seconds) {
  const [unit, n] = seconds < 120 ? ["second", seconds] : ["minute", seconds / 60];
  const time = new Intl.NumberFormat(document.documentElement.lang, {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: 0,
  });
  return fill(_("Solved in {time}."), { time: time.format(n) });
}

/** Make a table where the puzzle goes on. */
async function playOut() {
  const name = localStorage.getItem("name") || _("Guest");
  const made = await busy(first("[data-play-out]"), "POST", `/puzzles/${puzzle.number}/play`, { name });
  if (made) location.assign(`/tables/${made.table}`);
}

table.addEventListener("move", (event) => {
  send(/** @type {CustomEvent<{ line: string }>} */ (event).detail.line);
});

document.addEventListener("click", (event) => {
  if (near(event, "[data-give-up]")) return send();
  if (near(event, "[data-again]")) return location.reload();
  if (near(event, "[data-play-out]")) return playOut();
  const opens = near(event, "[data-open]")?.dataset.open;
  if (opens) return byId(opens, HTMLDialogElement).showModal();
  return near(event, "[data-close]")?.closest("dialog")?.close();
});

const nothing = () => {};
bindSettings();
const hideTip = bindTips();
new Explainer(table, `/puzzles/${puzzle.number}`, (notes) => isAnswered || table.note({ notes }));
bindKeys({
  cancel: () => table.isChoosing && table.cancel(),
  undo: nothing,
  hint: nothing,
  rules: () => first(".puzzle-tools a").click(),
  list: nothing,
  log: nothing,
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (isAnswered && key === "r") location.reload();
  else if (isAnswered && key === "enter" && !isOnControl(event)) first("[data-next]").click();
  else if (!isAnswered && key === "a" && !event.defaultPrevented) send();
});

table.show(doc, {
  asked: { head: puzzle.goal, words: _("Take tokens, buy a card or reserve one.") },
  side: askedPanel(puzzle),
});
refocus();
