// @ts-check
// The guided game: a lesson that was folded stays so.

import { busy } from "../../web/static/base.js";
import { byId, first, near } from "../../web/static/dom.js";
import { ParureTable } from "../../web/static/table/table.js";

const main = byId("main");
const table = first("parure-table", main, ParureTable);
/** @type {Set<number>} */
const folded = new Set();
/** The version of the learner's turn in which a lesson was first there, by its number. */
const firstSeen = new Map();
let latest = -1;
const isSmall = matchMedia("(max-width: 899px)");

function show() {
  const why = main.querySelector(".coach-why");
  const { doc, isTurn } = table.scene ?? {};
  const lesson = doc?.you.coach?.number;
  if (!(why instanceof HTMLDetailsElement) || !doc || lesson === undefined) return;
  if (lesson !== latest) why.open = !folded.has(lesson);
  latest = lesson;
  if (isTurn) foldWhatWasRead(lesson, doc.version);
  if (folded.has(lesson)) why.open = false;
}

/**
 * On a small screen, make room once a lesson has been there for a turn of the learner.
 * @param {number} lesson
 * @param {number} version
 */
function foldWhatWasRead(lesson, version) {
  if (!firstSeen.has(lesson)) firstSeen.set(lesson, version);
  else if (isSmall.matches && firstSeen.get(lesson) && firstSeen.get(lesson) !== version) {
    firstSeen.set(lesson, 0);
    folded.add(lesson);
  }
}

main.addEventListener("click", async (event) => {
  const leave = near(event, "[data-lessons]");
  // A lesson that was given is of no use on the list of games.
  if (leave) {
    await busy(leave, "DELETE", `/tables/${table.scene?.table.id}`);
    location.assign("/learn");
  }
  const why = near(event, ".coach-why summary")?.parentElement;
  if (!(why instanceof HTMLDetailsElement)) return;
  if (why.open) folded.add(latest);
  else folded.delete(latest);
});

table.addEventListener("drawn", show);
show();
