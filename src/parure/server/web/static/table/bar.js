// @ts-check
// What belongs to a table and stands in the bar of its page: which round it is, and the buttons.

import { html, nothing } from "../vendor/lit-html.js";
import { _, endings, fill, modules } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * Which round it is, how the game ends, and what game it is.
 * @param {Scene} scene
 */
export function note({ table, game, view, you, still }) {
  const isPlaying = table.status === "playing";
  const isWatching = isPlaying && !still && !you.seats.length;
  const round = Math.floor((view.turns - Number(view.over)) / view.seats.length) + 1;
  const tags = [
    game.last_round ? nothing : tag(endingOf(view), "ending"),
    game.last_round && isPlaying ? tag(_("Last round"), "last-round") : nothing,
    table.options.rated ? tag(_("Rated")) : nothing,
    table.practice ? practiceTag() : nothing,
    isWatching ? tag(_("You are watching")) : nothing,
    tag(view.modules.map((module) => modules[module]).join(", ") || _("base game"), "bar-more"),
    tag(view.edition, "bar-more"),
  ];
  return html`<p id="bar-note" class="bar-note"><b>${fill(_("Round {n}"), { n: round })}</b>${tags}</p>`;
}

/**
 * What brings the last round.
 * @param {Scene["view"]} view
 */
export const endingOf = (view) => endings[view.modules.includes("cities") ? "cities" : ""];

/**
 * @param {string | number} words
 * @param {string} [kind]
 */
const tag = (words, kind) => html`<span class=${kind ?? nothing}>${words}</span>`;

function practiceTag() {
  const why = _(
    "Someone used a hint, undid a move that had shown them a card, or began in the middle of another game.",
  );
  return html`<span class="is-practice" data-tip=${why}>${_("Practice")}</span>`;
}

/**
 * The buttons of the bar; none where nothing can be answered.
 * @param {Scene} scene
 */
export function tools(scene) {
  const { you, still } = scene;
  const buttons = [
    you.hints ? hintButton(scene) : nothing,
    you.seats.length ? undoButton(scene) : nothing,
    logButton(),
    rulesButton(scene),
  ];
  return html`<div id="bar-tools" class="tools">${still ? nothing : buttons}</div>`;
}

/** @param {Scene} scene */
function hintButton({ table }) {
  const words = table.practice
    ? _("Get a hint, with reasons (H)")
    : _("Get a hint, with reasons (H). The game then counts as practice.");
  return html`<button type="button" id="hint" class="tool" aria-keyshortcuts="h" data-tip=${words}>
    ${icon("M6.5 12.5h5M7 15h4M9 2.5a4.8 4.8 0 0 0-2.5 8.8v1.2h5v-1.2A4.8 4.8 0 0 0 9 2.5Z")}<span>${
    _("Hint")
  }</span>
  </button>`;
}

/** @param {Scene} scene */
function undoButton({ table, you }) {
  const { undoer } = you;
  return html`
    <button type="button" id="undo" class="tool" aria-keyshortcuts="z" ?disabled=${undoer === null}
      data-seat=${undoer ?? nothing} data-tip=${undoWords(table, you)}>
        ${icon("M6 5 3 8l3 3M3.5 8H11a4 4 0 0 1 0 8H7")}<span>${_("Undo")}</span>
      </button>
  `;
}

/**
 * Say what taking back does, or why it is not possible.
 * @param {Scene["table"]} table
 * @param {Scene["you"]} you
 */
function undoWords({ options, tournament }, you) {
  if (you.undo_is_practice) {
    return _("Undo your last decision (Z). You have seen a card since, so the game then counts as practice.");
  }
  if (you.undoer !== null) return _("Undo your last move (Z)");
  if (options.rated) return _("No undo in rated games.");
  if (tournament) return _("No undo in tournaments.");
  return _("Your last move can’t be undone: a card was revealed, or another player has moved.");
}

const logButton = () =>
  html`<button type="button" class="tool tool--log" data-log>
    ${icon("M3 4.5h12M3 9h12M3 13.5h7")}<span>${_("Log")}</span>
  </button>`;

/** @param {Scene} scene */
function rulesButton({ view }) {
  const address = `/rules/fragment?modules=${view.modules.join(",")}&edition=${view.edition}`;
  const words = _("The rules of this game (I)");
  const book = "M3 4c2-.8 4-.8 6 .5 2-1.3 4-1.3 6-.5v10c-2-.8-4-.8-6 .5-2-1.3-4-1.3-6-.5ZM9 4.5V14.5";
  return html`
    <button type="button" id="rules" class="tool" aria-keyshortcuts="i" data-rules=${address}
      data-tip=${words}>${icon(book)}<span>${_("Rules")}</span></button>
  `;
}

/** @param {string} path */
const icon = (path) =>
  html`
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d=${path}></path>
    </svg>
  `;
