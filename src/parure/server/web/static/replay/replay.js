// @ts-check
// A finished game: a slider, arrow keys, play and pause. Each position comes from the server, once.

import { request } from "../base.js";
import { all, byId, first, isOnControl, near } from "../dom.js";
import { flightsIn, fly } from "../table/fly.js";
import { closeLog, toggleLog } from "../table/log.js";
import { bindSettings } from "../table/settings.js";
import { bindTips } from "../table/tips.js";

const bar = first("[data-replay]");
const slider = first(".replay-slider", bar, HTMLInputElement);
const play = first("[data-go=play]", bar);
const last = Number(bar.dataset.moves);
const turns = first("*", byId("turns", HTMLTemplateElement).content);
/** @type {Map<number, Promise<string | null>>} */
const seen = new Map();
const STEP = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1600 : 1100;

let move = Number(slider.value);
let shown = move;
let ply = lastPly(document);
let timer = 0;

/**
 * Return the number of the last ply that the log of a position tells of.
 * @param {Document} page
 */
function lastPly(page) {
  return Number(all("#log-lines [data-number]", page).at(-1)?.dataset.number ?? -1);
}

/**
 * Return the table after so many moves, or null where that fails; a position is fetched once.
 * @param {number} number
 */
function fetched(number) {
  const known = seen.get(number);
  if (known) return known;
  const answer = request(`${bar.dataset.replay}/${number}`).then((found) => {
    if (!found?.ok) seen.delete(number);
    return found?.ok ? found.text : null;
  });
  seen.set(number, answer);
  return answer;
}

function showTurns() {
  document.querySelector("#table .side")?.replaceChildren(turns);
  const done = all("[data-turn]", turns);
  const current = done.find((turn) => Number(turn.dataset.turn) >= move);
  for (const turn of done) {
    const is = turn === current && move > 0;
    turn.classList.toggle("is-current", is);
    if (is) turn.firstElementChild?.setAttribute("aria-current", "step");
    else turn.firstElementChild?.removeAttribute("aria-current");
  }
  const list = first("ol", turns);
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function showWords() {
  const words = (bar.dataset.moveWords ?? "").replace("{n}", String(move)).replace("{all}", String(last));
  first(".replay-now", bar).textContent = words;
  slider.value = String(move);
  slider.setAttribute("aria-valuetext", words);
  const ends = { first: 0, back: 0, last, next: last };
  for (const [where, end] of Object.entries(ends)) {
    first(`[data-go=${where}]`, bar, HTMLButtonElement).disabled = move === end;
  }
}

/**
 * Go to a position: the words at once, the table when it is there, unless one has gone on.
 * @param {number} number
 */
async function go(number) {
  move = Math.max(0, Math.min(last, number));
  showWords();
  const wanted = move;
  const html = await fetched(wanted);
  if (html === null || wanted !== move) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  const active = document.activeElement;
  const focus = active instanceof HTMLElement && turns.contains(active) ? active : null;
  const next = first("#table", page);
  const own = flightsIn(next.dataset.flights, ply);
  const isNext = wanted === shown + 1;
  shown = wanted;
  ply = lastPly(page);
  fly(isNext ? own : [], () => {
    byId("table").replaceWith(next);
    showTurns();
    focus?.focus();
  });
  history.replaceState(null, "", `?move=${move}`);
  if (move < last) fetched(move + 1);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
  play.setAttribute("aria-label", play.dataset.play ?? "");
}

function start() {
  if (move === last) go(0);
  timer = setInterval(() => {
    if (move === last) pause();
    else go(move + 1);
  }, STEP);
  play.setAttribute("aria-pressed", "true");
  play.setAttribute("aria-label", play.dataset.pause ?? "");
}

/** @type {Record<string, () => void>} */
const deeds = {
  first: () => go(0),
  back: () => go(move - 1),
  next: () => go(move + 1),
  last: () => go(last),
};

bar.addEventListener("click", (event) => {
  const what = near(event, "[data-go]")?.dataset.go;
  if (what === "play") {
    if (timer) pause();
    else start();
  } else if (what) {
    pause();
    deeds[what]();
  }
});

turns.addEventListener("click", (event) => {
  const turn = near(event, "[data-turn]");
  if (!turn) return;
  pause();
  go(Number(turn.dataset.turn));
});

slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});

/** @type {Record<string, string>} */
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("click", (event) => {
  if (!near(event, "[data-log]")) return;
  toggleLog();
  showTurns();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") closeLog();
  if (event.key === " " && !isOnControl(event)) play.click();
  else if (keys[event.key]) {
    pause();
    deeds[keys[event.key]]();
  } else return;
  event.preventDefault();
});

bindSettings();
bindTips();
showWords();
showTurns();
if (move < last) fetched(move + 1);
