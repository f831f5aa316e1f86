// @ts-check
// A game without a server, in a file or in a frame. Whoever holds the frame is told what is done at the table,
// says where to go, and sends the game where the page has none.

import { say } from "../base.js";
import { all, byId, first, near } from "../dom.js";
import { positions } from "../../../replays/static/positions.js";
import { stepping } from "../../../replays/static/stepping.js";
import { bindDialogs } from "../table/dialogs.js";
import { bindSettings } from "../table/settings.js";
import { ParureTable } from "../table/table.js";
import { bindTips } from "../table/tips.js";

/** @typedef {import("../table/scene.js").Document} Document */

/**
 * @typedef {object} Given the game
 * @property {Document} document the table before the first move
 * @property {import("../table/patch.js").Operation[][]} patches what each move changed
 * @property {Document} [now] the table after the last move, where somebody can go on
 */
/**
 * @typedef {object} Told what comes from whoever holds the frame, any of these
 * @property {Given} [game] the game after something was done
 * @property {string} [sentence] why something could not be done
 * @property {number} [move] a position to go to
 * @property {number} [by] so many positions to go on
 */

/** @type {Given} */
let given;
/** @type {ReturnType<typeof stepping> | undefined} none until there is a game */
let replay;
const table = first("parure-table", document, ParureTable);
const askAgain = bindDialogs(table);
/** What brings back what was chosen, where it could not be done. */
let bringBack = () => {};

function allPositions() {
  const found = positions(given);
  if (given.now) found[found.length - 1] = given.now;
  return found;
}

/**
 * Tell whoever holds the frame what the player does.
 * @param {{ move: string } | { undo: true } | { ready: true }} deed
 */
function tell(deed) {
  if (parent !== window) parent.postMessage({ parure: deed }, "*");
}

table.addEventListener("move", (event) => {
  const { line } = /** @type {CustomEvent<{ line: string }>} */ (event).detail;
  all(":popover-open").forEach((one) => one.hidePopover());
  bringBack = table.setAside();
  tell({ move: line });
});

document.addEventListener("click", (event) => {
  if (near(event, "[data-undo]")) tell({ undo: true });
});

addEventListener("message", ({ source, data }) => {
  if (source !== parent || !data?.parure) return;
  /** @type {Told} */
  const { game, sentence, move, by } = data.parure;
  if (game && !replay) begin(game, game.patches.length);
  else if (game) {
    given = game;
    askAgain();
    replay?.give(allPositions());
    replay?.go(game.patches.length);
  }
  if (sentence) {
    say(sentence);
    bringBack();
  }
  if (move !== undefined) replay?.go(move);
  if (by) replay?.by(by);
});

/**
 * Show a game at one of its positions.
 * @param {Given} game
 * @param {number} move
 */
function begin(game, move) {
  given = game;
  const slider = first(".replay-slider", document, HTMLInputElement);
  slider.max = String(game.patches.length);
  slider.value = String(move);
  const found = allPositions();
  replay = stepping(found[move], {
    isStill: (move) => !given.now || move < given.patches.length,
  });
  replay.give(found);
}

bindSettings();
bindTips();
const written = byId("game", HTMLScriptElement).textContent;
if (written) begin(JSON.parse(written), 0);
tell({ ready: true });
