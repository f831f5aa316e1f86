// @ts-check
// The variations of a game among its turns, with comments and chances.

import { html, nothing } from "../../web/static/vendor/lit-html.js";
import { shield } from "../../web/static/table/faces.js";
import { sentence } from "../../web/static/table/sentences.js";
import { _, fill } from "../../web/static/table/words.js";
import { turnList } from "./list.js";

/** @typedef {import("./list.js").Place} Place */
/**
 * @typedef {object} Line a line of moves that leaves the game
 * @property {number} at how many moves of the game are made before
 * @property {string[]} moves
 */
/**
 * @typedef {object} TurnPart a turn of the game or of a variation
 * @property {number} turn how many were finished before
 * @property {number} at how many moves of the game are made before its line
 * @property {string[]} moves of its line, to the end of the turn
 * @property {number} count how many of them are of this turn
 * @property {number} seat
 * @property {import("../../web/static/table/sentences.js").Part[]} words
 * @property {string} comment
 * @property {number | null} chance of its seat, in percent
 * @property {number | null} clock the seconds of its seat
 * @property {TurnPart[][]} variations
 */
/**
 * @typedef {object} Tree
 * @property {string} record
 * @property {string} comment
 * @property {TurnPart[]} turns
 * @property {string[]} moves that were added
 */
/**
 * @typedef {object} Shown where one is
 * @property {number} move
 * @property {Line | null} line that is shown instead of the game
 * @property {boolean} isTrying
 */

/**
 * Draw the turns of a game with the variations of each.
 * @param {Place[]} places
 * @param {number} seats how many there are
 * @param {Tree | null} tree none where nothing was annotated yet
 * @param {Shown} shown
 */
export function treeList(places, seats, tree, shown) {
  const parts = new Map(tree?.turns.map((part) => [part.turn, part]));
  /** @param {Place} place */
  const below = ({ turn }) => {
    const part = parts.get((turn.round - 1) * seats + turn.seat);
    return part ? [note(part, 0), ...linesOf(part.variations, 1, shown)] : nothing;
  };
  const { line, move, isTrying } = shown;
  const above = html`
    <p class="replay-tools">
      <button type="button" class="button button--small" data-try aria-pressed=${String(isTrying)}>${_(
        "Try moves",
      )}</button>
      <button type="button" class="button button--small" data-download>${_("Download")}</button>
    </p>
    ${tree?.comment ? html`<p class="replay-note">${tree.comment}</p>` : nothing}
  `;
  return turnList(places, line && move > line.at ? 0 : move, { above, below });
}

/**
 * @param {TurnPart[][]} variations
 * @param {number} depth
 * @param {Shown} shown
 * @returns {unknown[]}
 */
const linesOf = (variations, depth, shown) =>
  variations.flatMap((turns) =>
    turns.flatMap((part) => [
      turnLine(part, turns, depth, shown),
      note(part, depth),
      ...linesOf(part.variations, depth + 1, shown),
    ])
  );

/**
 * @param {TurnPart} part
 * @param {TurnPart[]} turns of its line
 * @param {number} depth
 * @param {Shown} shown
 */
function turnLine(part, turns, depth, shown) {
  const isCurrent = isShown(part, shown);
  const begins = part === turns[0] ? " begins" : "";
  const classes = `replay-variation depth-${Math.min(depth, 4)} seat-${part.seat}${begins}`;
  const { moves } = turns[turns.length - 1];
  return html`
    <li class=${isCurrent ? `${classes} is-current` : classes}>
      <button class="log-line" type="button" aria-current=${isCurrent ? "step" : nothing}
        data-at=${part.at} data-count=${part.moves.length}
        data-moves=${JSON.stringify(moves)}>${shield(
          part.seat,
          13,
        )}<span class="log-words">${sentence(part.words)}</span></button>
    </li>
  `;
}

/**
 * Tell whether a turn of a variation is shown.
 * @param {TurnPart} part
 * @param {Shown} shown
 */
function isShown({ at, moves, count }, { move, line }) {
  const made = line ? move - line.at : 0;
  return line?.at === at && made > moves.length - count && made <= moves.length &&
    moves.every((one, n) => one === line.moves[n]);
}

/**
 * Draw what is said of a turn.
 * @param {TurnPart} part
 * @param {number} depth
 */
function note({ chance, clock, comment }, depth) {
  if (chance === null && clock === null && !comment) return nothing;
  const figures = [
    chance === null
      ? nothing
      : html`<span title=${_("Chance of winning")}>${fill(_("{n}%"), { n: chance })}</span>`,
    clock === null ? nothing : html`<span>${clockWords(clock)}</span>`,
  ];
  return html`<li class=${`replay-note depth-${Math.min(depth, 4)}`}>${figures}${comment}</li>`;
}

/** @param {number} seconds */
function clockWords(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
