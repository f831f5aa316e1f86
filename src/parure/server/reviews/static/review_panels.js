// @ts-check
// What a review says: what each player did, a decision, the turning points, what a bot thinks.

import { shield } from "../../web/static/table/faces.js";
import { sentence } from "../../web/static/table/sentences.js";
import { _, fill } from "../../web/static/table/words.js";
import { html, nothing } from "../../web/static/vendor/lit-html.js";

/** @typedef {import("../../web/static/table/sentences.js").Part} Part */
/** @typedef {{ kind: string, words: Part[], percent: number | null, chance: string }} Line a move and the chance of winning after it */
/**
 * @typedef {object} Move a decision of the game
 * @property {number} push how many moves of the replay were made before it
 * @property {number} seat
 * @property {string} grade nothing where there is no judgement
 * @property {string} sign
 * @property {string} grade_words
 * @property {Line[]} lines
 * @property {Part[]} why
 * @property {string[]} played the things on the table that the move touched
 * @property {string[]} best those that the best one would have touched, where it is another
 * @property {boolean} has_line whether the server knows how the game would have gone on
 */
/** @typedef {{ kind: string, number: number, words: Part[], before: string, after: string, note: string }} Point a turning point */
/** @typedef {{ kind: string, sign: string, words: string, values: string[] }} Row of what each player did */
/** @typedef {{ accuracy: (number | null)[], rows: Row[], note: string }} Sides what each player did */
/** @typedef {{ title: string, lines: Line[] }} Asked what a bot thinks of the best moves */
/** @typedef {{ isOpen: boolean, lines: Part[][], toggled: (event: Event) => void }} Expected how the game would have gone on */

/**
 * Draw what each player did.
 * @param {Sides} sides
 * @param {string[]} names
 */
export const sidesTable = ({ accuracy, rows, note }, names) =>
  html`
    <table class="sides">
      <thead>
        <tr><td></td>${names.map((name, seat) =>
          html`<th scope="col">${shield(seat, 16)}<span>${name}</span></th>`
        )}</tr>
      </thead>
      <tbody>
          <tr class="accuracy"><th scope="row">${_("accuracy")}</th>${accuracy.map(accuracyCell)}</tr>
          ${rows.map(sidesRow)}
        </tbody>
    </table>${note ? html`<p class="note">${note}</p>` : nothing}
  `;

/** @param {number | null} percent */
const accuracyCell = (percent) =>
  percent === null ? html`<td>–</td>` : html`<td><b>${percent}</b><small>%</small></td>`;

/** @param {Row} row */
const sidesRow = ({ kind, sign, words, values }) =>
  html`<tr class=${kind}><th scope="row">${
    sign ? html`<span class="sign" aria-hidden="true">${sign}</span>` : nothing
  }${words}</th>${
    values.map((value) => html`<td class=${value === "0" ? "zero" : nothing}>${value}</td>`)
  }</tr>`;

/**
 * Draw the turning points.
 * @param {Point[]} points
 * @param {number} decision the one that is shown
 */
export const pointsList = (points, decision) =>
  points.length
    ? html`<ol class="points">${points.map((point, n) => pointItem(point, n + 1, decision))}</ol>`
    : html`<p class="note">${_("No turning points: no single moment decided this game.")}</p>`;

/**
 * @param {Point} point
 * @param {number} place from 1
 * @param {number} decision
 */
const pointItem = ({ kind, number, words, before, after, note }, place, decision) =>
  html`<li><button type="button" class="point" data-decision=${number} aria-current=${
    number === decision ? "step" : nothing
  }>
    <span class=${`point-number point-number--${kind}`}>${place}</span>
    <span class="point-words">${sentence(words)}</span>
    <span class="point-swing"><b>${before} → ${after}</b><small>${note}</small></span>
  </button></li>`;

/**
 * Draw a decision.
 * @param {Move} move
 * @param {number} number of the decision, from 0
 * @param {string[]} names
 * @param {Expected} expected
 */
export const movePanel = (move, number, names, expected) =>
  html`<header class="move-head"><h2>${fill(_("Move {n}"), { n: number + 1 })}</h2><span class="move-who">${
    sentence([{ seat: move.seat, name: names[move.seat] }])
  }</span>${gradeOf(move)}</header>
  <ul class="move-lines">${move.lines.map((line) => moveLine(line, titleOf(line)))}</ul>
  ${move.has_line ? expectedLine(expected) : nothing}${
    move.why.length ? html`<p class="move-why">${sentence(move.why)}</p>` : nothing
  }`;

/** @param {Move} move */
const gradeOf = ({ grade, sign, grade_words: words }) =>
  grade
    ? html`<span class=${`move-grade grade--${grade}`}><span aria-hidden="true">${sign}</span> ${words}</span>`
    : nothing;

/** @param {Line} line */
const titleOf = ({ kind }) => (kind === "played" ? _("played") : _("best"));

/** @param {Expected} expected */
const expectedLine = ({ isOpen, lines, toggled }) =>
  html`
    <details class="move-expected" data-expected .open=${isOpen} @toggle=${toggled}>
      <summary>${_("Best line")}</summary>
      <ol>${lines.map((words) => html`<li>${sentence(words)}</li>`)}</ol>
    </details>
  `;

/**
 * Draw a move with the chance of winning after it.
 * @param {Line} line
 * @param {string} [title]
 */
function moveLine({ kind, words, percent, chance }, title) {
  const bar = percent === null
    ? nothing
    : html`<progress max="100" .value=${percent} aria-label=${
      title ?? chance
    }>${chance}</progress><b>${chance}</b>`;
  return html`<li class=${kind ? `move-line move-line--${kind}` : "move-line"}><span class="move-words">${
    sentence(words)
  }</span>${title ? html`<small>${title}</small>` : nothing}${bar}</li>`;
}

/**
 * Draw what a bot thinks of the best moves.
 * @param {Asked} asked
 */
export const askedList = ({ title, lines }) =>
  html`
    <p class="asked-title">${title}</p>
    <ul class="move-lines">${lines.map((line) => moveLine(line))}</ul>
  `;
