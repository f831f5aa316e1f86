// A finished game: a slider, arrow keys, play and pause. Each position comes from the server, once.

import { fly } from "../table/fly.js";
import { closeLog, toggleLog } from "../table/log.js";
import { bindSettings } from "../table/settings.js";
import { bindTips } from "../table/tips.js";

const bar = document.querySelector("[data-replay]");
const slider = bar.querySelector(".replay-slider");
const play = bar.querySelector("[data-go=play]");
const last = Number(bar.dataset.moves);
const turns = document.getElementById("turns").content.firstElementChild.cloneNode(true);
const seen = new Map();
const STEP = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1600 : 1100;

let move = Number(slider.value);
let shown = move;
let ply = lastPly(document);
let timer = null;

/** Return the number of the last ply that the log of a position tells of. */
function lastPly(page) {
  return Number([...page.querySelectorAll("#log-lines [data-number]")].at(-1)?.dataset.number ?? -1);
}

/** Return the table after so many moves; a position is fetched once. */
function fetched(number) {
  if (!seen.has(number)) {
    const answer = fetch(`${bar.dataset.replay}/${number}`).then((response) => {
      if (!response.ok) throw new Error(response.statusText);
      return response.text();
    });
    answer.catch(() => seen.delete(number));
    seen.set(number, answer);
  }
  return seen.get(number);
}

function showTurns() {
  document.querySelector("#table .side")?.replaceChildren(turns);
  const done = [...turns.querySelectorAll("[data-turn]")];
  const current = done.find((turn) => Number(turn.dataset.turn) >= move);
  for (const turn of done) {
    const is = turn === current && move > 0;
    turn.classList.toggle("is-current", is);
    if (is) turn.firstElementChild.setAttribute("aria-current", "step");
    else turn.firstElementChild.removeAttribute("aria-current");
  }
  const list = turns.querySelector("ol");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function showWords() {
  const words = bar.dataset.moveWords.replace("{n}", move).replace("{all}", last);
  bar.querySelector(".replay-now").textContent = words;
  slider.value = move;
  slider.setAttribute("aria-valuetext", words);
  bar.querySelector("[data-go=first]").disabled = bar.querySelector("[data-go=back]").disabled = move === 0;
  bar.querySelector("[data-go=last]").disabled = bar.querySelector("[data-go=next]").disabled = move === last;
}

/** Go to a position: the words at once, the table when it is there, unless one has gone on. */
async function go(number) {
  move = Math.max(0, Math.min(last, number));
  showWords();
  const wanted = move;
  let html;
  try {
    html = await fetched(wanted);
  } catch {
    return;
  }
  if (wanted !== move) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  const focus = turns.contains(document.activeElement) ? document.activeElement : null;
  const next = page.getElementById("table");
  const flights = JSON.parse(next.dataset.flights || "[]").filter(([number]) => number > ply);
  const isNext = wanted === shown + 1;
  shown = wanted;
  ply = lastPly(page);
  fly(isNext ? flights : [], () => {
    document.getElementById("table").replaceWith(next);
    showTurns();
    focus?.focus();
  });
  history.replaceState(null, "", `?move=${move}`);
  if (move < last) fetched(move + 1);
}

function pause() {
  clearInterval(timer);
  timer = null;
  play.setAttribute("aria-pressed", "false");
  play.setAttribute("aria-label", play.dataset.play);
}

function start() {
  if (move === last) go(0);
  timer = setInterval(() => {
    if (move === last) pause();
    else go(move + 1);
  }, STEP);
  play.setAttribute("aria-pressed", "true");
  play.setAttribute("aria-label", play.dataset.pause);
}

const deeds = {
  first: () => go(0),
  back: () => go(move - 1),
  next: () => go(move + 1),
  last: () => go(last),
};

bar.addEventListener("click", (event) => {
  const what = event.target.closest("[data-go]")?.dataset.go;
  if (what === "play") {
    if (timer) pause();
    else start();
  } else if (what) {
    pause();
    deeds[what]();
  }
});

turns.addEventListener("click", (event) => {
  const turn = event.target.closest("[data-turn]");
  if (!turn) return;
  pause();
  go(Number(turn.dataset.turn));
});

slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});

const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-log]")) return;
  toggleLog();
  showTurns();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") closeLog();
  if (event.key === " " && !event.target.closest("button, a")) play.click();
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
