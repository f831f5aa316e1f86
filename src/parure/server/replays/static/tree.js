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
 * @property {string[]} moves of the turn, from its beginning; none in the game itself
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
    return part ? [note(part, 0), ...linesOf(part.variations, [], 1, shown)] : nothing;
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
 * @param {string[]} before the moves of the line that they leave, up to there
 * @param {number} depth
 * @param {Shown} shown
 * @returns {unknown[]}
 */
const linesOf = (variations, before, depth, shown) =>
  variations.flatMap((turns) => {
    const line = { at: turns[0].at, moves: [...before, ...turns.flatMap(({ moves }) => moves)] };
    const made = shown.move - line.at, same = sharedWith(line, shown);
    let end = before.length;
    return turns.flatMap((part) => {
      const start = end;
      end += part.moves.length;
      const isCurrent = made > start && made <= end && end <= same;
      return [
        turnLine(part, line, end, depth, { isFirst: part === turns[0], isCurrent }),
        note(part, depth),
        ...linesOf(part.variations, line.moves.slice(0, start), depth + 1, shown),
      ];
    });
  });

/**
 * @param {TurnPart} part
 * @param {Line} line
 * @param {number} count how many moves of the line are made after it
 * @param {number} depth
 * @param {{ isFirst: boolean, isCurrent: boolean }} is
 */
function turnLine(part, line, count, depth, { isFirst, isCurrent }) {
  const begins = isFirst ? " begins" : "";
  const classes = `replay-variation depth-${Math.min(depth, 4)} seat-${part.seat}${begins}`;
  return html`
    <li class=${isCurrent ? `${classes} is-current` : classes}>
      <button class="log-line" type="button" aria-current=${isCurrent ? "step" : nothing}
        .line=${line} data-count=${count}>${shield(
          part.seat,
          13,
        )}<span class="log-words">${sentence(part.words)}</span></button>
    </li>
  `;
}

/**
 * Return how many moves a line has in common with the one that is shown.
 * @param {Line} own
 * @param {Shown} shown
 */
function sharedWith({ at, moves }, { line }) {
  if (line?.at !== at) return 0;
  const differs = moves.findIndex((one, n) => one !== line.moves[n]);
  return differs < 0 ? moves.length : differs;
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
