// @ts-check
// A warning before a move is sent: what it loses, and what it leaves to others. Whoever plays decides.

import { html } from "../vendor/lit-html.js";
import { sentence } from "./sentences.js";
import { _, fill } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Note} Note */

/**
 * @typedef {object} Warning
 * @property {number} before the chance of winning with the best move, in percent
 * @property {number} after that with the move that is chosen
 * @property {import("./sentences.js").Part[][]} facts what it leaves to others, a sentence each
 * @property {Record<string, number>} left the open cards that it leaves to a rival, with the seat
 */

/**
 * Draw what stands in the panel of a warning.
 * @param {Scene} scene
 * @param {Warning} warning
 */
export function warningPanel({ you }, { before, after, facts }) {
  const words = _("chance of winning, in percent");
  const loss = fill(_("{n}%"), { n: you.warned ?? 0 });
  return html`
    <p class="advice-kicker">${_("Before you play")}</p>
    <h2>${_("Wait a moment")}</h2>
    <p class="warning-chances"><b>${before}</b> → <b>${after}</b> <small>${words}</small></p>
    ${facts.map((fact) => html`<p>${sentence(fact)}</p>`)}
    <p class="preview-note">${fill(_("Warns you from a loss of {loss}, as set in the menu."), { loss })}</p>
  `;
}

/**
 * Return what is said on the cards that a move leaves to a rival.
 * @param {Warning} warning
 * @returns {Record<string, Note>}
 */
export function warningNotes({ left }) {
  /** @type {Record<string, Note>} */
  const notes = {};
  for (const [thing, seat] of Object.entries(left)) {
    notes[thing] = { nextBuyer: { seat, words: _("can buy it next") } };
  }
  return notes;
}

/**
 * Return the words in which it is asked whether to make the move all the same.
 * @param {Warning} warning
 */
export const warningWords = ({ before, after }) => ({
  head: fill(_("This loses {n}%"), { n: before - after }),
  label: fill(_("Your chance: {before} → {after}%"), { before, after }),
  yes: _("Play it anyway"),
  no: _("Take another look"),
});
