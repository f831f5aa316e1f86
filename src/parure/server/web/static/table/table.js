// The live table: shows each new state, sends moves. What can be done is written in the page by the server;
// nothing here knows a rule.

import { call, hush, say } from "../base.js";
import { advise, hideAdvice } from "./advice.js";
import { fly, isCalm } from "./fly.js";
import { bindKeys, rove } from "./keys.js";
import { connect } from "./live.js";
import { closeLog, toggleLog } from "./log.js";
import { bindPayment, showPayment } from "./pay.js";
import { bindPicks, cancelPick, isPicking, showPicks, stage } from "./pick.js";
import { bindSettings, setting, turnSignal } from "./settings.js";
import { bindTips } from "./tips.js";
import { Idiomorph } from "../vendor/idiomorph.js";

const table = () => document.getElementById("table");
const api = (path) => `/tables/${table().dataset.table}/${path}`;

let seen = lastNumber();
let began = performance.now() - 1000 * Number(table().dataset.elapsed);
let dismissed = "";
let busy = false;

function lastNumber() {
  const lines = document.querySelectorAll("#log-lines [data-number]");
  return lines.length ? Number(lines[lines.length - 1].dataset.number) : -1;
}

/** Make a move: at once, or after a word of confirmation where the player wants it. */
function act(line, label) {
  if (setting("confirm")) stage(label, () => send(line));
  else send(line);
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("");

async function post(path, body) {
  if (busy) return null;
  busy = true;
  hideAdvice();
  const { version, seat } = table().dataset;
  const common = { version: Number(version), key: newKey(), ...(seat ? { seat: Number(seat) } : {}) };
  const answer = await call("POST", api(path), { ...common, ...body });
  busy = false;
  if (answer === null) live.refresh();
  else if (answer.version > Number(table().dataset.version)) live.refreshUnlessConnected();
  return answer;
}

function send(line) {
  document.querySelectorAll(":popover-open").forEach((one) => one.hidePopover());
  cancelPick();
  return post("moves", { move: line });
}

function undo() {
  if (document.getElementById("undo")?.disabled === false) post("undo", {});
}

async function hint() {
  const button = document.getElementById("hint");
  if (!button || button.ariaBusy) return;
  const { seat } = table().dataset;
  button.ariaBusy = "true";
  say(button.dataset.wait);
  const answer = await call("POST", api("advice"), seat ? { seat: Number(seat) } : {});
  const place = document.getElementById("hint");
  if (place) place.ariaBusy = null;
  if (!answer) return;
  hush();
  // What is for another table than the one that is shown is not shown on it.
  if (answer.version === Number(table().dataset.version)) advise(answer, act);
}

function cancel() {
  if (isPicking()) cancelPick();
  hideAdvice();
  closeLog();
}

/** Put a new state into the page, keeping focus, open menus and what is chosen. */
function morph(html) {
  const parts = new DOMParser().parseFromString(html, "text/html").body;
  for (const part of [...parts.children]) {
    const old = document.getElementById(part.id);
    if (old) Idiomorph.morph(old, part, { morphStyle: "outerHTML", restoreFocus: true, callbacks });
  }
}

const callbacks = {
  beforeAttributeUpdated: (name, element) =>
    !(name === "open" && element.tagName === "DIALOG") && name !== "style",
};

/** Let a prestige that has changed count up. */
function countUp(before) {
  for (const one of document.querySelectorAll("[data-count]")) {
    const from = before.get(one.dataset.at);
    const steps = Number(one.dataset.count) - from;
    if (!(steps > 0) || isCalm()) continue;
    for (let step = 0; step <= steps; step += 1) {
      setTimeout(() => (one.textContent = from + step), (400 * step) / steps);
    }
  }
}

const prestige = () =>
  new Map([...document.querySelectorAll("[data-count]")].map(({ dataset }) => [dataset.at, Number(dataset.count)]));

function show({ version, html, elapsed }) {
  const { dataset } = table();
  if (version < Number(dataset.version)) return;
  const flights = flightsIn(html);
  const turn = dataset.turn;
  const before = prestige();
  fly(flights, () => {
    morph(html);
    countUp(before);
    began = performance.now() - 1000 * (elapsed ?? Number(table().dataset.elapsed));
    refresh();
  });
  if (table().dataset.turn && !turn) turnSignal();
}

function flightsIn(html) {
  const found = /data-flights="([^"]*)"/.exec(html);
  if (!found) return [];
  const plain = new DOMParser().parseFromString(found[1], "text/html").body.textContent;
  return JSON.parse(plain).filter(([number]) => number > seen);
}

/** Bring everything up to date that depends on the state: picks, dialogs, clocks, title, news. */
function refresh() {
  const { dataset } = table();
  showPicks();
  if (dataset.pool === "own" && !isPicking()) document.getElementById("own-tokens").scrollIntoView({ block: "nearest" });
  showPayment();
  rove();
  tick();
  for (const dialog of document.querySelectorAll("dialog[data-modal]")) {
    if (!dialog.open && dismissed !== dataset.version) dialog.showModal();
  }
  document.title = `${dataset.turn ? "● " : ""}${dataset.title} · Parure`;
  const icon = document.getElementById("icon");
  icon.href = icon.href.replace(/icon(-turn)?\.svg/, dataset.turn ? "icon-turn.svg" : "icon.svg");
  tell();
  passScreen();
}

/** Announce the moves since the last look, and keep the newest line of the log in view. */
function tell() {
  const lines = [...document.querySelectorAll("#log-lines [data-number]")];
  const news = lines.filter((line) => Number(line.dataset.number) > seen);
  seen = Math.max(seen, lastNumber());
  if (!news.length) return;
  document.getElementById("news").textContent = news.map((line) => line.dataset.said).join(". ");
  const list = document.getElementById("log-lines");
  list.scrollTop = list.scrollHeight;
}

/** With several people at one screen: hide one's cards when it is another's turn. */
function passScreen() {
  const { mine, seat, toPlay } = table().dataset;
  const seats = mine.split(" ").filter(Boolean);
  if (seats.length > 1 && seat && toPlay !== seat && seats.includes(toPlay)) live.look("");
}

function tick() {
  const gone = (performance.now() - began) / 1000;
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const runs = clock.classList.contains("runs");
    const left = Math.max(0, Math.ceil(Number(clock.dataset.clock) - (runs ? gone : 0)));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
  }
}

async function rules() {
  const drawer = document.getElementById("drawer");
  if (drawer.open) return drawer.close();
  const body = document.getElementById("drawer-body");
  if (!body.firstChild) {
    const answer = await fetch(document.getElementById("rules").dataset.rules).catch(() => null);
    if (!answer?.ok) return say(document.getElementById("toast").dataset.trouble);
    body.innerHTML = await answer.text();
  }
  return drawer.showModal();
}

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  const move = on("[data-move]");
  if (move) return act(move.dataset.move, move.getAttribute("aria-label") ?? move.textContent);
  if (on("[data-undo]")) return post("undo", {});
  if (on("#undo")) return undo();
  if (on("#hint")) return hint();
  if (on("#rules")) return rules();
  if (on("[data-log]")) return toggleLog();
  if (on("[data-open]")) return document.getElementById(on("[data-open]").dataset.open)?.showModal();
  if (on("[data-close]")) return on("dialog").close();
  const seat = on("[data-replace], [data-return]")?.dataset;
  if (seat?.replace) return call("POST", api(`seats/${seat.replace}/bot`), {});
  if (seat?.return) return call("POST", api("seats"), { name: seat.name, seat: Number(seat.return) });
  if (on("[data-lift]")) return live.look(on("[data-lift]").dataset.lift);
  return undefined;
});

document.addEventListener(
  "close",
  (event) => {
    if (event.target.matches?.("dialog[data-modal]")) dismissed = table().dataset.version;
  },
  true,
);

document.addEventListener(
  "cancel",
  (event) => {
    if (event.target.id === "curtain") event.preventDefault();
  },
  true,
);

const live = connect(() => table().dataset, show, say);
bindSettings();
bindTips();
bindPicks(act);
bindPayment(act);
bindKeys({ undo, hint, rules, cancel });
setInterval(tick, 250);
refresh();
const list = document.getElementById("log-lines");
list.scrollTop = list.scrollHeight;
