// @ts-check
// A puzzle: a move is chosen as at any table, and sent as the answer. The solution comes with what the server
// says to it.

import { busy as mark } from "../base.js";
import { all, byId, first, isOnControl, near } from "../dom.js";
import { bindKeys, refocus, rove } from "../table/keys.js";
import { bindPayment, showPayment } from "../table/pay.js";
import { bindPicks, cancelPick, isPicking, setAside, showPicks, stage } from "../table/pick.js";
import { bindSettings, setting } from "../table/settings.js";
import { bindTips } from "../table/tips.js";

/** @typedef {{ html: string, said: string, seat: number, played: string[], best: string[], right: boolean }} Answer */

const main = byId("main");
const { number, of } = main.dataset;
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
  const bringBack = setAside();
  /** @type {Answer | null} */
  const answer = await mark(byId("question"), "POST", `/puzzles/${number}/answer`, {
    move: line ?? null,
    of: of || null,
  });
  isBusy = false;
  if (answer) show(answer);
  else bringBack();
}

/** @param {Answer} answer */
function show({ html, said, seat, played, best, right }) {
  isAnswered = true;
  const page = new DOMParser().parseFromString(html, "text/html");
  byId("table").replaceWith(first("#table", page));
  for (const thing of played) {
    const element = document.getElementById(thing);
    element?.classList.add("is-played", `seat-${seat}`);
    if (element) element.dataset.played = main.dataset.played ?? "";
  }
  for (const thing of best) {
    const element = document.getElementById(thing);
    element?.classList.add("is-hinted");
    if (element) element.dataset.hint = (right ? main.dataset.right : main.dataset.best) ?? "";
  }
  if (right) first("#ask-words p").prepend(`${solvedIn((Date.now() - began) / 1000)} `);
  hideTip();
  rove();
  byId("news").textContent = said;
  document.querySelector(".is-hinted")?.scrollIntoView();
  first("[data-next]").focus({ preventScroll: true });
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
  return (main.dataset.solved ?? "").replace("{time}", time.format(n));
}

/** @type {import("../table/advice.js").Act} */
function act(line, label) {
  if (setting("confirm")) stage(label, () => send(line));
  else send(line);
}

/** Make a table where the puzzle goes on. */
async function playOut() {
  const name = localStorage.getItem("name") || main.dataset.guest;
  const made = await mark(first("[data-play-out]"), "POST", `/puzzles/${number}/play`, { name });
  if (made) location.assign(`/tables/${made.table}`);
}

document.addEventListener("click", (event) => {
  const move = near(event, "[data-move]");
  if (move) return act(move.dataset.move, move.getAttribute("aria-label") ?? move.textContent);
  if (near(event, "[data-give-up]")) return send();
  if (near(event, "[data-again]")) return location.reload();
  if (near(event, "[data-play-out]")) return playOut();
  const opens = near(event, "[data-open]")?.dataset.open;
  if (opens) return byId(opens, HTMLDialogElement).showModal();
  return undefined;
});

const nothing = () => {};
bindSettings();
const hideTip = bindTips();
bindPicks(act);
bindPayment(act);
bindKeys({
  cancel: () => isPicking() && cancelPick(),
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

showPicks();
showPayment();
rove();
refocus();
