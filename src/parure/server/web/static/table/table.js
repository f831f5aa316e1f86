// @ts-check
// The live table: shows each new state, sends moves. What can be done is written in the page by the server;
// nothing here knows a rule.

import { call, hush, LONG_SECONDS, request, say } from "../base.js";
import { all, byId, near } from "../dom.js";
import { advise, closeAdvice, hideAdvice } from "./advice.js";
import { putChange, putWhole, shown } from "./change.js";
import { flightsIn, fly, isCalm } from "./fly.js";
import { bindKeys, refocus, rove } from "./keys.js";
import { connect } from "./live.js";
import { showMoments } from "./moments.js";
import { closeLog, showNewest, toggleLog } from "./log.js";
import { bindPayment, showPayment } from "./pay.js";
import { bindPicks, cancelPick, isPicking, plan, setAside, showPicks, stage } from "./pick.js";
import "./preview.js";
import { bindSettings, setting, turnSignal } from "./settings.js";
import { sound, soundsOf } from "./sound.js";
import { hideWarning, showWarning, warningOf } from "./warning.js";
import { bindTips } from "./tips.js";

const table = () => byId("table");
/** @param {string} path */
const api = (path) => `/tables/${table().dataset.table}/${path}`;

let seen = lastNumber();
let began = performance.now() - 1000 * Number(byId("main").dataset.elapsed);
/** @type {string | undefined} */
let dismissed = "";
let busy = false;
/** The seat whose bench is shown. */
let bench = table().dataset.seat;
/** The version for which it was said that a move was taken back. */
let knownUndone = table().dataset.version;

function lastNumber() {
  return Number(all("#log-lines [data-number]").at(-1)?.dataset.number ?? -1);
}

/**
 * Make a move: at once, or after a word of confirmation where the player wants it; before one's turn, plan it.
 * @param {string | undefined} line
 * @param {string | null} label
 */
function act(line, label) {
  if (!table().dataset.turn) plan(line ?? "", label);
  else if (setting("confirm")) stage(label, () => send(line));
  else send(line);
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("");

/**
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
  if (busy) return null;
  busy = true;
  hideAdvice();
  hush();
  const { version, seat } = table().dataset;
  const common = { version: Number(version), key: newKey(), ...(seat ? { seat: Number(seat) } : {}) };
  const answer = await call("POST", api(path), { ...common, ...body });
  busy = false;
  if (answer === null) live.refresh();
  else if (answer.version > Number(table().dataset.version)) live.refreshUnlessConnected();
  return answer;
}

/**
 * Send a move, where nobody wants to be warned of it.
 * @param {string | undefined} line
 */
async function send(line) {
  if (busy) return null;
  all(":popover-open").forEach((one) => one.hidePopover());
  busy = true;
  const warning = await warningOf(line);
  busy = false;
  const go = async () => {
    hideWarning();
    const bringBack = setAside();
    const answer = await post("moves", { move: line });
    if (answer === null) bringBack();
    return answer;
  };
  return warning ? showWarning(warning, go) : go();
}

function undo() {
  const button = document.getElementById("undo");
  if (button instanceof HTMLButtonElement && !button.disabled) {
    post("undo", { seat: Number(button.dataset.seat) });
  }
}

async function hint() {
  const button = document.getElementById("hint");
  if (!button || button.ariaBusy) return;
  const { seat } = table().dataset;
  button.ariaBusy = "true";
  say(button.dataset.wait, 120);
  const answer = await call("POST", api("advice"), seat ? { seat: Number(seat) } : {}, LONG_SECONDS);
  const place = document.getElementById("hint");
  if (place) place.ariaBusy = null;
  if (!answer) return;
  hush();
  // What is for another table than the one that is shown is not shown on it.
  if (answer.version === Number(table().dataset.version)) advise(answer, act);
}

function cancel() {
  if (isPicking()) cancelPick();
  closeAdvice();
  closeLog();
}

/**
 * Let a prestige that has changed count up.
 * @param {Map<string | undefined, number>} before
 */
function countUp(before) {
  for (const one of all("[data-count]")) {
    const from = before.get(one.dataset.at) ?? Infinity;
    const steps = Number(one.dataset.count) - from;
    if (!(steps > 0) || isCalm()) continue;
    for (let step = 0; step <= steps; step += 1) {
      setTimeout(() => (one.textContent = String(from + step)), (400 * step) / steps);
    }
  }
}

const prestige = () => new Map(all("[data-count]").map(({ dataset }) => [dataset.at, Number(dataset.count)]));

/** @typedef {import("./live.js").Update} Update */
/** @typedef {import("./fly.js").Flight} Flight */

/**
 * What has come and is not shown yet, in its order: flights begin a moment later than what needs none.
 * @type {{ update: Update, flights: Flight[] }[]}
 */
const waiting = [];

/** @param {Update} update */
function show(update) {
  const html = update.html ?? update.change?.pieces.join("") ?? "";
  const flights = flightsIn(/data-flights="([^"]*)"/.exec(html)?.[1], seen);
  waiting.push({ update, flights });
  fly(flights, () => waiting.splice(0).forEach(put));
}

/** @param {{ update: Update, flights: Flight[] }} next */
function put({ update: { version, html, change, drawn, elapsed }, flights }) {
  const { turn, version: before } = table().dataset;
  if (drawn === shown() || version < Number(before)) return;
  if (change && change.from !== shown()) {
    live.refresh();
    return;
  }
  const [points, last] = [prestige(), seen];
  hideTip();
  if (change) putChange(change, drawn);
  else putWhole(html ?? "", drawn);
  countUp(points);
  began = performance.now() - 1000 * elapsed;
  if (version > Number(before)) hideAdvice();
  refresh();
  const isTurn = Boolean(table().dataset.turn && !turn);
  soundsOf(flights, showMoments(last), isTurn);
  if (isTurn) turnSignal();
}

/** Bring everything up to date that depends on the state: picks, dialogs, clocks, title, news. */
function refresh() {
  const { dataset } = table();
  showPicks();
  if (dataset.pool === "own" && !isPicking()) byId("own-tokens").scrollIntoView({ block: "nearest" });
  showPayment();
  rove();
  tick();
  for (const dialog of all("dialog[data-modal]", document, HTMLDialogElement)) {
    if (!dialog.open && dismissed !== dataset.version) dialog.showModal();
  }
  document.title = `${dataset.turn ? "● " : ""}${dataset.title} · Parure`;
  const icon = byId("icon", HTMLLinkElement);
  icon.href = icon.href.replace(/icon(-turn)?\.svg/, dataset.turn ? "icon-turn.svg" : "icon.svg");
  tell();
  tellUndone();
  turnOver();
  passScreen();
  refocus();
}

/** Announce the moves since the last look, and keep the newest line of the log in view. */
function tell() {
  const news = all("#log-lines [data-number]").filter((line) => Number(line.dataset.number) > seen);
  seen = lastNumber();
  if (!news.length) return;
  byId("news").textContent = news.map((line) => line.dataset.said).join(". ");
  const loud = news.filter((line) => "loud" in line.dataset);
  if (loud.length) say(loud.map((line) => line.dataset.said).join(". "));
  showNewest();
}

/** Say that somebody else took a move back. */
function tellUndone() {
  const { undone, version } = table().dataset;
  if (!undone || version === knownUndone) return;
  knownUndone = version;
  byId("news").textContent = undone;
  say(undone);
}

/** Turn the bench over to whoever plays next at this screen. */
function turnOver() {
  const { seat } = table().dataset;
  if (seat !== bench && bench && seat) {
    cancelPick();
    if (!isCalm()) byId("bench").animate({ transform: ["rotateX(70deg)", "none"], opacity: [0.3, 1] }, 180);
  }
  bench = seat;
}

/** With several people at one screen: hide one's cards when it is another's turn, but let them see one drawn. */
function passScreen() {
  const { mine = "", seat, toPlay = "", stays } = table().dataset;
  if (stays) return;
  const seats = mine.split(" ").filter(Boolean);
  if (seats.length > 1 && seat && toPlay !== seat && seats.includes(toPlay)) passOn();
}

/** Load the page anew for the next one at this screen: nothing that it has told or kept outlasts that. */
function passOn() {
  location.replace(location.pathname);
}

/** @param {Intl.NumberFormatOptions["unit"]} unit */
const unit = (unit) =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unitDisplay: "narrow", unit });
const [hours, minutes] = [unit("hour"), unit("minute")];

/**
 * Write the time on a clock: minutes and seconds, or hours and minutes where there are many.
 * @param {number} seconds
 */
function timeLeft(seconds) {
  const [whole, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  if (whole < 120) return `${whole}:${rest}`;
  return `${hours.format(Math.floor(whole / 60))} ${minutes.format(whole % 60)}`;
}

function tick() {
  const gone = (performance.now() - began) / 1000;
  for (const clock of all("[data-clock]")) {
    const runs = clock.classList.contains("runs");
    const left = Math.max(0, Math.ceil(Number(clock.dataset.clock) - (runs ? gone : 0)));
    const text = timeLeft(left);
    if (clock.textContent !== text) clock.textContent = text;
  }
}

function showKeys() {
  const keys = byId("keys", HTMLDialogElement);
  if (keys.open) keys.close();
  else keys.showModal();
}

async function rules() {
  const drawer = byId("drawer", HTMLDialogElement);
  if (drawer.open) return drawer.close();
  const body = byId("drawer-body");
  if (!body.firstChild) {
    const answer = await request(byId("rules").dataset.rules ?? "");
    if (!answer?.ok) return say(byId("toast").dataset.trouble);
    body.innerHTML = answer.text;
  }
  return drawer.showModal();
}

document.addEventListener("click", (event) => {
  /** @param {string} selector */
  const on = (selector) => near(event, selector);
  const move = on("[data-move]");
  // Whoever draws a card unseen sees it before the screen is passed on.
  if (move && "unseen" in move.dataset) live.look(table().dataset.seat);
  if (move) return act(move.dataset.move, move.getAttribute("aria-label") ?? move.textContent);
  const back = on("[data-undo]");
  if (back) return post("undo", { seat: Number(back.dataset.undo) });
  if (on("#undo")) return undo();
  if (on("#hint, #warning-better")) return hint();
  if (on("#rules")) return rules();
  if (on("[data-log]")) return toggleLog();
  const press = on("[data-press]")?.dataset.press;
  if (press) return document.getElementById(press)?.click();
  const opens = on("[data-open]")?.dataset.open;
  if (opens) return byId(opens, HTMLDialogElement).showModal();
  const dialog = on("[data-close]") && on("dialog");
  if (dialog instanceof HTMLDialogElement) return dialog.close();
  const seat = on("[data-replace], [data-return]")?.dataset;
  if (seat?.replace) return call("POST", api(`seats/${seat.replace}/bot`), {});
  if (seat?.return) return call("POST", api("seats"), { name: seat.name, seat: Number(seat.return) });
  if (on("[data-pass]")) return passOn();
  const lift = on("[data-lift]");
  if (lift) return live.look(lift.dataset.lift);
  return undefined;
});

document.addEventListener(
  "close",
  (event) => {
    const dialog = event.target;
    if (dialog instanceof Element && dialog.matches("dialog[data-modal]")) {
      dismissed = table().dataset.version;
    }
  },
  true,
);

document.addEventListener(
  "cancel",
  (event) => {
    if (event.target === document.getElementById("curtain")) event.preventDefault();
  },
  true,
);

const live = connect(() => table().dataset, show);
bindSettings((name) => name === "sound" && sound("turn"));
const hideTip = bindTips();
bindPicks(act);
bindPayment(act);
bindKeys({ undo, hint, rules, cancel, list: showKeys, log: toggleLog });
setInterval(tick, 250);
refresh();
showNewest();
