// @ts-check
// The guided game: what the coach speaks of is lit, and a lesson that was folded stays so.

import { busy } from "../base.js";
import { all, byId, near } from "../dom.js";

const main = byId("main");
/** @type {Set<string | undefined>} */
const folded = new Set();
/** @type {Map<string | undefined, string | undefined>} */
const first = new Map();
/** @type {string | undefined} */
let latest;
const isSmall = matchMedia("(max-width: 899px)");

function show() {
  const coach = document.getElementById("coach");
  const { lights = "", suggested } = coach?.dataset ?? {};
  const named = lights.split(" ").map((name) => document.getElementById(name));
  const answers = all(":is(#answers, .choice-cards) [data-move]", main)
    .filter((one) => one.dataset.move === suggested);
  /** @type {Set<Element | null>} */
  const wanted = new Set([...named, ...answers]);
  for (const thing of all(".coached", main, Element)) {
    if (!wanted.has(thing)) thing.classList.remove("coached");
  }
  for (const thing of wanted) {
    if (thing && !thing.classList.contains("coached")) thing.classList.add("coached");
  }
  const why = coach?.querySelector("details");
  if (!why) return;
  // Morphing leaves it as it was for the step before.
  if (why.dataset.lesson !== latest) why.open = !folded.has(why.dataset.lesson);
  latest = why.dataset.lesson;
  const { turn, version } = byId("table").dataset;
  if (turn) foldWhatWasRead(why.dataset.lesson, version);
  if (folded.has(why.dataset.lesson) && why.open) why.open = false;
}

/**
 * On a small screen, make room once a lesson has been there for a turn of the learner.
 * @param {string | undefined} lesson
 * @param {string | undefined} version
 */
function foldWhatWasRead(lesson, version) {
  if (!first.has(lesson)) first.set(lesson, version);
  else if (isSmall.matches && first.get(lesson) && first.get(lesson) !== version) {
    first.set(lesson, "");
    folded.add(lesson);
  }
}

main.addEventListener("click", async (event) => {
  const leave = near(event, "[data-lessons]");
  // A lesson that was given is of no use on the list of games.
  if (leave) {
    await busy(leave, "DELETE", `/tables/${byId("table").dataset.table}`);
    location.assign("/learn");
  }
  const why = near(event, ".coach-why summary")?.parentElement;
  if (!(why instanceof HTMLDetailsElement)) return;
  if (why.open) folded.add(why.dataset.lesson);
  else folded.delete(why.dataset.lesson);
});

new MutationObserver(show).observe(main, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["class", "data-lights", "data-suggested", "data-lesson", "open"],
});
show();
