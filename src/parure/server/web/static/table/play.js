// @ts-check
// The page of a live table: it shows each new state and sends moves. What can be done is in the document; nothing
// here knows a rule.

import { call, hush, request, say } from "../base.js";
import { all, byId, first, near } from "../dom.js";
import { render } from "../vendor/lit-html.js";
import { Advisor } from "./advisor.js";
import { counts, countUp, fly, isCalm, showMoments } from "./animation.js";
import { note, tools } from "./bar.js";
import { keepTime } from "./clocks.js";
import { flightsOf } from "./flights.js";
import { bindKeys, refocus } from "./keys.js";
import { connect } from "./live.js";
import { turnsOf } from "./log.js";
import { closeLog, showNewest, toggleLog } from "./log_drawer.js";
import { menu, offer } from "./menu.js";
import { bindMenu, showSaid } from "./menu_actions.js";
import { questionOf, titleOf } from "./question.js";
import { sceneOf } from "./scene.js";
import { bindSettings, turnSignal } from "./settings.js";
import { sound, soundsOf } from "./sound.js";
import { ParureTable } from "./table.js";
import { bindTips } from "./tips.js";
import { _, fill } from "./words.js";

/** @typedef {import("./scene.js").Document} Document */
/** @typedef {import("./flights.js").Flight} Flight */

const table = first("parure-table", document, ParureTable);
/** @type {Document} what is shown */
let doc = JSON.parse(byId("document", HTMLScriptElement).textContent ?? "");
let told = newest();
let busy = false;
let dismissed = -1;

/** The number of the last move that is known. */
function newest() {
  return doc.game?.log.at(-1)?.number ?? -1;
}

/** @param {string} path */
const api = (path) => `/tables/${doc.table.id}${path}`;

// What is shown

/**
 * What has come and is not shown yet: flights begin a moment later than what needs none.
 * @type {{ next: Document, flights: Flight[] }[]}
 */
const waiting = [];

/** @param {Document} next */
function show(next) {
  const flights = flightsOf(next, newest());
  waiting.push({ next, flights });
  fly(flights, () => waiting.splice(0).forEach(put));
}

/** @param {{ next: Document, flights: Flight[] }} shown */
function put({ next, flights }) {
  if (next.version < doc.version) return;
  const before = doc;
  const wasTurn = table.scene?.isTurn;
  const counted = counts();
  if (isForNext(next)) return passOn();
  hideTip();
  if (next.version > before.version) advisor.clear();
  doc = next;
  table.show(doc);
  turnOver(before);
  countUp(counted, flights);
  const isTurn = Boolean(table.scene?.isTurn && !wasTurn);
  soundsOf(flights, showMoments(told), isTurn);
  if (isTurn && table.scene) turnSignal(titleOf(table.scene));
  tellUndone(before);
  around();
}

/** Bring everything up to date that stands around the table: bar, menu, clocks, dialogs, title, news. */
function around() {
  const { scene } = table;
  if (!scene) return;
  render(note(scene), byId("note-slot"));
  render(tools(scene), byId("tools-slot"));
  render(offer(scene), byId("offer-slot"));
  render(menu(scene), byId("menu-slot"));
  keepTime(doc.table.elapsed);
  if (scene.choices?.pool === "own" && !table.isChoosing) {
    byId("own-tokens").scrollIntoView({ block: "nearest" });
  }
  for (const dialog of all("dialog[data-modal]", table, HTMLDialogElement)) {
    if (!dialog.open && dismissed !== doc.version) dialog.showModal();
  }
  document.title = `${scene.isTurn ? "● " : ""}${titleOf(scene)} · Parure`;
  const icon = byId("icon", HTMLLinkElement);
  icon.href = icon.href.replace(/icon(-turn)?\.svg/, scene.isTurn ? "icon-turn.svg" : "icon.svg");
  tellNews();
  showSaid(doc);
  refocus();
}

/** Announce the moves since the last look, and keep the newest line of the log in view. */
function tellNews() {
  const news = turnsOf(doc).filter(({ number }) => number > told);
  told = newest();
  if (!news.length) return;
  byId("news").textContent = news.map(({ said }) => said).join(". ");
  const loud = news.filter(({ loud }) => loud);
  if (loud.length) say(loud.map(({ said }) => said).join(". "));
  showNewest();
}

/**
 * Say that somebody else took a move back.
 * @param {Document} before
 */
function tellUndone({ version }) {
  const { undone } = doc.table;
  if (undone === null || doc.version === version || doc.you.seats.includes(undone)) return;
  const words = fill(_("{name} undid a move"), { name: table.scene?.names[undone] ?? "" });
  byId("news").textContent = words;
  say(words);
}

/**
 * Turn the bench over to whoever plays next at this screen.
 * @param {Document} before
 */
function turnOver({ you }) {
  if (doc.you.seat === you.seat || you.seat === null || doc.you.seat === null) return;
  table.cancel();
  if (!isCalm()) byId("bench").animate({ transform: ["rotateX(70deg)", "none"], opacity: [0.3, 1] }, 180);
}

/**
 * Tell whether it is for the next one at this screen to look: whoever has drawn a card unseen sees it first.
 * @param {Document} next
 */
function isForNext(next) {
  const { you, game } = next;
  const toPlay = game?.view.to_play ?? null;
  if (toPlay === null || you.seat === null || toPlay === you.seat || !you.seats.includes(toPlay)) {
    return false;
  }
  return !questionOf(sceneOf(next)).passes;
}

/** Load the page anew for the next one at this screen: nothing that it has told or kept outlasts that. */
function passOn() {
  location.replace(location.pathname);
}

// What is sent

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("");

/**
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
  if (busy) return null;
  busy = true;
  advisor.clear();
  hush();
  const seat = doc.you.seat === null ? {} : { seat: doc.you.seat };
  const answer = await call("POST", api(path), { version: doc.version, key: newKey(), ...seat, ...body });
  busy = false;
  if (answer === null) live.refresh();
  else if (answer.version > doc.version) live.refreshUnlessConnected();
  return answer;
}

/**
 * Send a move, where nobody wants to be warned of it.
 * @param {string} line
 */
async function send(line) {
  if (busy) return;
  all(":popover-open").forEach((one) => one.hidePopover());
  busy = true;
  await advisor.warned(line, async () => {
    busy = false;
    const bringBack = table.setAside();
    if ((await post("/moves", { move: line })) === null) bringBack();
  });
  busy = false;
}

/** @param {number | string} seat */
const undoFor = (seat) => post("/undo", { seat: Number(seat) });

function undo() {
  const button = document.getElementById("undo");
  if (button instanceof HTMLButtonElement && !button.disabled) undoFor(button.dataset.seat ?? "");
}

function cancel() {
  if (table.isChoosing) table.cancel();
  advisor.close();
  closeLog();
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
  const on = (selector) => near(event, selector)?.dataset;
  const back = on("[data-undo]");
  if (back) return undoFor(back.undo ?? "");
  if (on("#undo")) return undo();
  if (on("#rules")) return rules();
  if (on("[data-log]")) return toggleLog();
  const press = on("[data-press]")?.press;
  if (press) return document.getElementById(press)?.click();
  const opens = on("[data-open]")?.open;
  if (opens) return byId(opens, HTMLDialogElement).showModal();
  const dialog = near(event, "[data-close]")?.closest("dialog");
  if (dialog) return dialog.close();
  const seat = on("[data-replace], [data-return]");
  if (seat?.replace) return call("POST", api(`/seats/${seat.replace}/bot`), {});
  if (seat?.return) return call("POST", api("/seats"), { name: seat.name, seat: Number(seat.return) });
  if (on("[data-pass]")) return passOn();
  const lift = on("[data-lift]")?.lift;
  if (lift) return live.look(lift);
  return undefined;
});

document.addEventListener(
  "close",
  ({ target }) => {
    if (target instanceof Element && target.matches("dialog[data-modal]")) dismissed = doc.version;
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

table.addEventListener("move", (event) => {
  const { line } = /** @type {CustomEvent<{ line: string }>} */ (event).detail;
  // Whoever draws a card unseen sees it before the screen is passed on.
  if (line.startsWith("reserve deck")) live.look(doc.you.seat);
  send(line);
});
table.addEventListener("lost", () => say(_("Your planned move is no longer possible.")));

bindSettings((name) => name === "sound" && sound("turn"));
const hideTip = bindTips();
const advisor = new Advisor(table, doc.table.id);
bindMenu(() => doc);
bindKeys({ undo, hint: () => advisor.hint(), rules, cancel, list: showKeys, log: toggleLog });
table.show(doc);
around();
showNewest();
addEventListener("resize", showNewest);
const live = connect(doc, show);
