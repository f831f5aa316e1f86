// @ts-check
// Sentences that the server says with pictures among their words: cards, seats, gems.

import { html } from "../vendor/lit-html.js";
import { card, gem, gems, shield } from "./faces.js";
import { cards } from "./words.js";

/**
 * Words, or what is drawn among them.
 * @typedef {string | { card: string } | { seat: number, name: string } | { gems: string[] } | { amount: [number, string] }} Part
 */

/**
 * Draw a sentence.
 * @param {Part[]} parts
 */
export const sentence = (parts) => html`${parts.map(drawn)}`;

/** @param {Part} part */
function drawn(part) {
  if (typeof part === "string") return part;
  if ("seat" in part) return html`<b class="who">${shield(part.seat, 12)}${part.name}</b>`;
  if ("gems" in part) return gems(part.gems, 14);
  if ("amount" in part) {
    return html`<span class="amount">${part.amount[0]}${gem(part.amount[1], null)}</span>`;
  }
  const { words } = cards[part.card];
  return html`<span class="log-card" data-tip=${words} role="img" aria-label=${words}>${
    card(part.card, "thumb")
  }</span>`;
}
