// @ts-check
// The guided game: what the coach speaks of is lit, and a lesson that was folded stays so.

import { all, byId, near } from "../dom.js";

const main = byId("main");
/** @type {Set<string | undefined>} */
const folded = new Set();
/** @type {Map<string | undefined, string | undefined>} */
const first = new Map();
const isSmall = matchMedia("(max-width: 899px)");

function show() {
  const coach = document.getElementById("coach");
  const wanted = new Set((coach?.dataset.lights ?? "").split(" ").filter(Boolean));
  for (const thing of all(".coached", main, Element)) {
    if (!wanted.has(thing.id)) thing.classList.remove("coached");
  }
  for (const name of wanted) {
    const thing = document.getElementById(name);
    if (thing && !thing.classList.contains("coached")) thing.classList.add("coached");
  }
  const why = coach?.querySelector("details");
  if (!why) return;
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

main.addEventListener("click", (event) => {
  const why = near(event, ".coach-why summary")?.parentElement;
  if (!(why instanceof HTMLDetailsElement)) return;
  if (why.open) folded.add(why.dataset.lesson);
  else folded.delete(why.dataset.lesson);
});

new MutationObserver(show).observe(main, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["class", "data-lights", "data-lesson", "open"],
});
show();
