// @ts-check
// The turns of a finished game as a list: each leads to where it ended.

import { html, nothing } from "../../web/static/vendor/lit-html.js";
import { turnWords } from "../../web/static/table/log.js";
import { _, fill } from "../../web/static/table/words.js";

/**
 * @typedef {object} Place
 * @property {import("../../web/static/table/log.js").Turn} turn
 * @property {number} move how many moves were made when it was over
 */

/**
 * Draw the turns of a game.
 * @param {Place[]} places
 * @param {number} move how many moves have been made where it is shown; 0 where none of these turns is
 * @param {object} [more]
 * @param {unknown} [more.above] what stands above the turns
 * @param {(place: Place) => unknown} [more.below] what stands below one of them
 */
export function turnList(places, move, { above = nothing, below = () => nothing } = {}) {
  const current = move > 0 ? places.find((place) => place.move >= move) : undefined;
  const lines = places.flatMap((place, n) => {
    const { round } = place.turn;
    const line = [turnLine(place, place === current), below(place)];
    return round === places[n - 1]?.turn.round ? line : [heading(round), ...line];
  });
  return html`
    <section class="log replay-turns" aria-label=${_("Moves")}>
      <header><h2>${_("Moves")}</h2><button type="button" class="log-close" data-log aria-label=${_(
        "Close",
      )}>×</button></header>
      ${above}
      <ol tabindex="0" aria-label=${_("Moves")}>${lines}</ol>
    </section>
  `;
}

/** @param {number} round */
const heading = (round) => html`<li class="log-round">${fill(_("Round {n}"), { n: round })}</li>`;

/**
 * @param {Place} place
 * @param {boolean} isCurrent
 */
const turnLine = ({ turn, move }, isCurrent) =>
  html`
    <li class=${`replay-turn seat-${turn.seat}${isCurrent ? " is-current" : ""}`} data-turn=${move}>
      <button class="log-line" type="button" aria-current=${isCurrent ? "step" : nothing}>${turnWords(
        turn,
      )}</button>
    </li>
  `;
