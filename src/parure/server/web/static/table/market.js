// @ts-check
// The market: the decks and the open cards, level 3 first.

import { html, nothing } from "../vendor/lit-html.js";
import { deckLines, labelOf, reasonsFor, tipOf } from "./descriptions.js";
import { back } from "./faces.js";
import { answersOf } from "./scene.js";
import { cardSpot, corners, menu, spot } from "./touchable.js";
import { _, fill } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */

const LEVELS = ["3", "2", "1"];

/**
 * Draw the market; the Orient cards lie in a tray of their own, with their decks at the end.
 * @param {Scene} scene
 */
export function market(scene) {
  const rows = LEVELS.map((level) => html`${deckSpot(scene, level)}${row(scene, level, "abcd")}`);
  const orient = scene.view.modules.includes("orient")
    ? html`<div class="tray tray--orient">${LEVELS.map((level) => orientRow(scene, level))}</div>`
    : nothing;
  const words = _("Cards");
  return html`<div class="market" role="group" aria-label=${words}><div class="tray">${rows}</div>${orient}</div>`;
}

/**
 * @param {Scene} scene
 * @param {string} level
 */
const orientRow = (scene, level) => html`${row(scene, level, "ef")}${deckSpot(scene, `${level}o`)}`;

/**
 * @param {Scene} scene
 * @param {string} level
 * @param {string} columns
 */
const row = (scene, level, columns) =>
  Array.from(columns, (column) => {
    const place = level + column;
    return cardSpot(scene, `place-${place}`, scene.view.rows[place], "market");
  });

/**
 * A deck, face down.
 * @param {Scene} scene
 * @param {string} deck
 */
function deckSpot(scene, deck) {
  const thing = `deck-${deck}`;
  const lines = deckLines(scene, deck);
  const reasons = reasonsFor(scene, thing);
  const left = scene.view.decks[deck] ?? 0;
  const state = ["spot--deck", scene.few ? "is-dim" : "", left ? "" : "is-empty"];
  const top = left ? back(deck) : html`<span class="slot"></span>`;
  const words = html`<span class="visually-hidden">${labelOf([...lines, ...reasons])}</span>`;
  const face = html`${words}${top}${labels(deck, left)}${corners(scene, thing)}`;
  return spot(
    scene,
    thing,
    state,
    html`
      <button type="button" class="deck" id="card-${thing}" popovertarget="menu-${thing}" data-group="market"
        data-tip=${tipOf([...lines.slice(1), ...reasons])}>${face}</button>${menu(
          thing,
          lines,
          answersOf(scene, thing),
          { reasons },
        )}
    `,
  );
}

/**
 * What is written on a deck: on its back, and on the strip that is shown where there is no room for that.
 * @param {string} deck
 * @param {number} left
 */
function labels(deck, left) {
  const level = Number(deck[0]);
  const isOrient = deck.endsWith("o");
  const [name, kind] = isOrient ? [_("Orient"), "orient"] : [fill(_("level {level}"), { level }), ""];
  return html`
    <span class="deck-label" aria-hidden="true"><small>${"I".repeat(level)}</small><b>${left}</b></span>
    <span class="deck-strip" aria-hidden="true"><i class=${kind}></i><b>${left}</b> ${name}</span>
  `;
}
