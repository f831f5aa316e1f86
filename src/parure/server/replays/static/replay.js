// @ts-check
// The replay of a game that the server keeps: its moves, its variations, and moves tried from any position.

import { call, say } from "../../web/static/base.js";
import { all, byId, first, near } from "../../web/static/dom.js";
import { bindDialogs } from "../../web/static/table/dialogs.js";
import { closeLog } from "../../web/static/table/log_drawer.js";
import { bindSettings } from "../../web/static/table/settings.js";
import { ParureTable } from "../../web/static/table/table.js";
import { bindTips } from "../../web/static/table/tips.js";
import { _ } from "../../web/static/table/words.js";
import { keepRecord, keptRecord } from "./kept_record.js";
import { positions, positionsOf, whenResting } from "./positions.js";
import { stepping } from "./stepping.js";
import { treeList } from "./tree.js";

/** @typedef {import("../../web/static/table/scene.js").Document} Document */
/** @typedef {import("./tree.js").Line} Line */

/** @type {Document} what is shown first */
const doc = JSON.parse(byId("document", HTMLScriptElement).textContent ?? "");
const id = doc.table.id;
const table = first("parure-table", document, ParureTable);
const askAgain = bindDialogs(table);
let isLoading = false;

/** @type {Document[]} the positions of the game itself; none until they have come */
let main = [];
/** @type {Document[]} the positions that can be stepped through: of the game, or of a line that leaves it */
let steps = [];
/** @type {Line | null} the line that is shown instead of the game */
let line = null;
/** @type {import("./tree.js").Tree | null} the annotated record, once there is one */
let tree = null;
let record = keptRecord(id);
let move = 0;
let isTrying = false;
/** The position at which moves can be tried; -1 where none is. */
let open = -1;

async function load() {
  if (isLoading) return;
  isLoading = true;
  main = await positionsOf(id);
  isLoading = false;
  if (!main.length) return;
  put(main, null);
  if (record) await annotate({ at: 0, moves: [] });
  replay.redraw();
}

/**
 * Let these positions be stepped through.
 * @param {Document[]} found
 * @param {Line | null} of the line that they are of
 */
function put(found, of) {
  [steps, line, open] = [found, of, -1];
  replay.give(steps, main);
}

/** Return the line that leads to where one is. @returns {Line} */
function here() {
  if (!line || move <= line.at) return { at: move, moves: [] };
  return { at: line.at, moves: line.moves.slice(0, move - line.at) };
}

/**
 * Have the record read, with a line added to it; return it, or null where that fails, which is said.
 * @param {Line} added
 */
async function annotate(added) {
  const found = await call("POST", `/tables/${id}/replay/tree`, { ...(record && { record }), ...added });
  if (!found) return null;
  tree = found;
  record = found.record;
  if (added.moves.length && !keepRecord(id, record)) {
    say(_("This browser can’t keep your lines: download them before you leave."));
  }
  return found;
}

/**
 * Show a line, after so many of its moves.
 * @param {Line} wanted
 * @param {number} count
 */
async function showLine(wanted, count) {
  const found = await call("POST", `/tables/${id}/replay/line`, wanted);
  if (!found) return;
  put([...main.slice(0, wanted.at), ...positions(found)], wanted);
  replay.go(wanted.at + count);
  if (isTrying && count === wanted.moves.length) offer(found.now);
}

/** Offer moves where one is, if they are to be tried. */
async function tryHere() {
  if (!isTrying || open === move || !main.length) return;
  const wanted = move;
  const found = await call("POST", `/tables/${id}/replay/line`, here());
  if (found && isTrying && wanted === move) offer(found.now);
}

/**
 * Offer the moves of a position; there are none at the end.
 * @param {Document | null} now
 */
function offer(now) {
  if (!now) return;
  askAgain();
  open = move;
  replay.give(steps.map((position, n) => (n === open ? now : position)), main);
}

function stopTrying() {
  open = -1;
  replay.give(steps, main);
}

table.addEventListener("move", async (event) => {
  const made = /** @type {CustomEvent<{ line: string }>} */ (event).detail.line;
  all(":popover-open").forEach((one) => one.hidePopover());
  const { at, moves } = here();
  const bringBack = table.setAside();
  const found = await annotate({ at, moves: [...moves, made] });
  if (found) await showLine({ at, moves: found.moves }, found.moves.length);
  else bringBack();
});

async function download() {
  if (!record && !(await annotate({ at: 0, moves: [] }))) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  link.download = `${id}.parure`;
  link.click();
  URL.revokeObjectURL(link.href);
}

// Before the list's own answer to a tap on a turn of the game.
table.addEventListener("click", (event) => {
  if (near(event, ".replay-turn") && line) put(main, null);
}, true);

table.addEventListener("click", (event) => {
  const button = near(event, ".replay-variation button");
  if (button) {
    showLine(/** @type {{ line: Line } & HTMLElement} */ (button).line, Number(button.dataset.count));
  }
  if (near(event, "[data-undo]")) replay.by(-1);
  if (near(event, "[data-download]")) download();
  if (!near(event, "[data-try]")) return;
  isTrying = !isTrying;
  closeLog();
  if (isTrying) tryHere();
  else stopTrying();
  replay.redraw();
});

const rest = whenResting(tryHere, (place) => Math.min(place, line?.at ?? place));

bindSettings();
bindTips();
const replay = stepping(doc, {
  ask: load,
  rest: (place) => {
    move = place;
    rest(place);
  },
  isStill: (place) => place !== open,
  side: (places, place) => treeList(places, doc.table.seats.length, tree, { move: place, line, isTrying }),
});
load();
