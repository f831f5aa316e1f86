// @ts-check
// The review of a finished game: a chart to walk along, the table at any move, and what was better there.
// The server thinks on in the background; until it is done the page asks how far it is.

import { busy, call, request } from "../base.js";
import { all, byId, first, isOnControl, near } from "../dom.js";
import { bindSettings } from "../table/settings.js";
import { bindTips } from "../table/tips.js";

/** @typedef {[push: number, seat: number, grade: string]} Choice */
/** @typedef {{ state: string, done: number, total: number, words: string, choices: Choice[], wide?: string, narrow?: string, sides?: string, points?: string }} Parts */
/** @typedef {{ html: string, seat: number, played: string[], best: string[] }} Move */

const main = byId("main");
const ERRORS = ["inaccuracy", "mistake", "blunder"];
const EVERY = 700;
const SVG = "http://www.w3.org/2000/svg";

/** @type {Parts} */
let parts = JSON.parse(byId("parts", HTMLScriptElement).textContent ?? "{}");
let decision = main.dataset.decision ? Number(main.dataset.decision) : -1;
let shownPush = 0;
/** @type {Map<number, Promise<string>>} */
const tables = new Map();

/**
 * Fetch something of this review; null where that fails.
 * @param {string} address
 */
async function fetched(address) {
  const answer = await request(address);
  return answer?.ok ? answer.text : null;
}

/**
 * Return the table after so many moves of the replay; a position is fetched once.
 * @param {number} push
 */
function tableAt(push) {
  const known = tables.get(push);
  if (known) return known;
  const answer = fetched(`${main.dataset.replay}/${push}`).then((found) => {
    if (!found) tables.delete(push);
    return found ?? "";
  });
  tables.set(push, answer);
  return answer;
}

// What is shown

function showParts() {
  const { state, done, total, words } = parts;
  const bar = first("[data-progress]");
  const line = first("progress", bar, HTMLProgressElement);
  line.max = Math.max(1, total);
  line.value = done;
  line.hidden = state === "complete";
  first("[data-progress-words]", bar).textContent = words;
  first("[data-stop]", bar).hidden = state !== "working";
  first("[data-go-on]", bar).hidden = state !== "stopped";
  if (parts.wide === undefined) return;
  for (const kind of /** @type {const} */ (["wide", "narrow"])) {
    first(`[data-chart=${kind}]`).innerHTML = parts[kind] ?? "";
  }
  first("[data-sides]").innerHTML = parts.sides ?? "";
  first("[data-points]").innerHTML = parts.points ?? "";
  if (decision < 0) {
    decision = Number(all("[data-decision]", first("[data-points]"))[0]?.dataset.decision ?? 0);
  }
  decision = Math.min(decision, Math.max(0, parts.choices.length - 1));
}

/** Mark where in the game one is: in the chart, in the list, in words. */
function showPlace() {
  for (const chart of all("svg.chart", document, SVGElement)) {
    const { left = "0", span = "0", last = "1" } = chart.dataset;
    const x = Number(left) + (Number(span) * decision) / Math.max(1, Number(last));
    chart.querySelector(".chart-cursor")?.remove();
    const cursor = document.createElementNS(SVG, "path");
    cursor.setAttribute("class", "chart-cursor");
    const height = Number(chart.getAttribute("viewBox")?.split(" ")[3]);
    cursor.setAttribute("d", `M${x} 4V${height - 4}`);
    chart.insertBefore(cursor, chart.querySelector(".chart-point"));
    for (const point of all(".chart-point", chart, SVGElement)) {
      point.classList.toggle("is-chosen", Number(point.dataset.point) === decision);
    }
  }
  for (const point of all(".point")) {
    if (Number(point.dataset.decision) === decision) point.setAttribute("aria-current", "step");
    else point.removeAttribute("aria-current");
  }
  const now = first("[data-now]");
  now.textContent = (now.dataset.words ?? "")
    .replace("{n}", String(decision + 1))
    .replace("{all}", String(parts.choices.length));
  for (const [where, target] of Object.entries(targets())) {
    for (const button of all(`[data-go=${where}]`, document, HTMLButtonElement)) {
      button.disabled = target === decision || target < 0;
    }
  }
}

/** Return where each button leads. */
function targets() {
  const last = parts.choices.length - 1;
  const errors = parts.choices.flatMap(([, , grade], number) => (ERRORS.includes(grade) ? [number] : []));
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
 * Mark on the table what was played and what was best.
 * @param {Move} move
 */
function mark(move) {
  for (const thing of move.played) {
    const element = document.getElementById(thing);
    if (!element) continue;
    element.classList.add("is-played", `seat-${move.seat}`);
    element.dataset.played = main.dataset.played ?? "";
  }
  for (const thing of move.best) {
    const element = document.getElementById(thing);
    if (!element) continue;
    element.classList.add("is-hinted");
    element.dataset.hint = main.dataset.best ?? "";
  }
}

/**
 * Say what was played and what was best; the best line stays open.
 * @param {Move} move
 */
function showMove(move) {
  const isOpen = document.querySelector("[data-coming][open]") !== null;
  first("[data-move]").innerHTML = move.html;
  document.querySelector("[data-coming]")?.toggleAttribute("open", isOpen);
}

/** Show the decision where one is, unless one has gone on meanwhile. */
async function show() {
  if (!parts.choices.length) return;
  showPlace();
  const wanted = decision;
  const [push] = parts.choices[wanted];
  const [answer, html] = await Promise.all([fetched(`${main.dataset.review}/${wanted}`), tableAt(push)]);
  if (wanted !== decision || !answer || !html) return;
  /** @type {Move} */
  const move = JSON.parse(answer);
  const page = new DOMParser().parseFromString(html, "text/html");
  byId("table").replaceWith(first("#table", page));
  shownPush = push;
  showMove(move);
  first("[data-asked]").replaceChildren();
  mark(move);
  history.replaceState(null, "", `?move=${wanted}`);
  const after = parts.choices[wanted + 1];
  if (after) tableAt(after[0]);
}

/**
 * Go to a decision.
 * @param {number} number
 */
function go(number) {
  if (number < 0 || number >= parts.choices.length || number === decision) return;
  decision = number;
  show();
}

// The server thinks on

async function look() {
  const answer = await fetched(`${main.dataset.review}/state`);
  if (answer) {
    const before = parts;
    parts = JSON.parse(answer);
    const isBetter = parts.wide !== undefined && (before.wide !== parts.wide || before.state !== parts.state);
    showParts();
    if (isBetter && before.choices.length === 0) show();
    else if (isBetter) refresh();
  }
  if (parts.state === "working") setTimeout(look, EVERY);
}

/** Renew what is said about the decision that is shown. */
async function refresh() {
  showPlace();
  const wanted = decision;
  const answer = await fetched(`${main.dataset.review}/${wanted}`);
  if (!answer || wanted !== decision || parts.choices[wanted]?.[0] !== shownPush) return;
  const move = JSON.parse(answer);
  showMove(move);
  for (const old of all(".is-hinted")) old.classList.remove("is-hinted");
  mark(move);
}

// What one does

document.addEventListener("click", async (event) => {
  const where = near(event, "[data-go]")?.dataset.go;
  if (where) go(/** @type {Record<string, number>} */ (targets())[where]);
  const point = near(event, "[data-decision]:not(main)");
  if (point) go(Number(point.dataset.decision));
  if (near(event, "[data-stop]")) {
    await call("POST", `/tables/${main.dataset.table}/review/stop`);
    look();
  }
  if (near(event, "[data-go-on]")) {
    await call("POST", `/tables/${main.dataset.table}/review/start`);
    look();
  }
});

/**
 * Go to the decision at a place of the chart.
 * @param {PointerEvent} event
 */
function follow(event) {
  const chart = event.target instanceof Element ? event.target.closest("svg.chart") : null;
  if (!(chart instanceof SVGElement)) return;
  const box = chart.getBoundingClientRect();
  const width = Number(chart.getAttribute("viewBox")?.split(" ")[2]);
  const x = ((event.clientX - box.left) / box.width) * width;
  const { left = "0", span = "1", last = "1" } = chart.dataset;
  const place = Math.round(((x - Number(left)) / Number(span)) * Number(last));
  go(Math.max(0, Math.min(parts.choices.length - 1, place)));
}

for (const chart of all("[data-chart]")) {
  chart.addEventListener("pointerdown", follow);
  chart.addEventListener("pointermove", (event) => {
    if (event.buttons) follow(event);
  });
}

const playOn = first("[data-play-on]");

playOn.addEventListener("click", async () => {
  const together = first("[data-together]", document, HTMLInputElement).checked;
  const path = `/tables/${main.dataset.table}/review/${decision}/play`;
  const made = await busy(playOn, "POST", path, { together });
  if (made) location.assign(`/tables/${made.table}`);
});

const ask = first("[data-ask]");

ask.addEventListener("click", async () => {
  const wanted = decision;
  const answer = await busy(ask, "POST", `/tables/${main.dataset.table}/review/${wanted}/ask`);
  ask.removeAttribute("aria-busy");
  if (answer && wanted === decision) first("[data-asked]").innerHTML = answer.html;
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
  else if (event.key === "b") document.querySelector("[data-coming]")?.toggleAttribute("open");
  else if (keys[event.key]) go(/** @type {Record<string, number>} */ (targets())[keys[event.key]]);
  else return;
  event.preventDefault();
});

bindSettings();
bindTips();
showParts();
show();
if (parts.state === "working") setTimeout(look, parts.choices.length ? EVERY : 150);
