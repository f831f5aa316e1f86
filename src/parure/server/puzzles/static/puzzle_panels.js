// @ts-check
// The panel of a puzzle, and what stands in place of the question once it is answered.

import { shield } from "../../web/static/table/faces.js";
import { sentence } from "../../web/static/table/sentences.js";
import { _ } from "../../web/static/table/words.js";
import { html, nothing, svg } from "../../web/static/vendor/lit-html.js";

/** @typedef {import("../../web/static/table/sentences.js").Part} Part */
/** @typedef {import("../../reviews/static/review_panels.js").Line} Line */
/** @typedef {{ hard: string, strong: string, gained: string, streak: number }} Stats how hard it is, how strong one is */
/**
 * @typedef {object} Asked what is asked
 * @property {number} number
 * @property {string | null} of which puzzles come next
 * @property {string} name
 * @property {string} goal
 * @property {string} stands how much prestige everybody has
 * @property {string} lone how much better the solution is
 * @property {boolean} is_counted whether nothing was answered before
 * @property {Stats} stats
 */
/**
 * @typedef {object} Answered what comes of an answer
 * @property {string} head
 * @property {string} found how many people find the solution; nothing where too few have tried
 * @property {boolean} is_right
 * @property {boolean} gave_up
 * @property {Part[]} why the solution is better
 * @property {Line[]} lines
 * @property {[seat: number, words: Part[]][]} expected how the game goes on after the solution
 * @property {number} seat the one that answers
 * @property {string[]} played what the answer touches on the table; nothing where it is the solution
 * @property {string[]} best what the solution touches
 * @property {Stats} stats
 * @property {string} next the address of the next puzzle
 */

/**
 * Draw what is asked.
 * @param {Asked} asked
 */
export const askedPanel = ({ name, goal, stands, lone, is_counted: isCounted, stats }) =>
  html`
    <section class="panel puzzle-panel" id="puzzle" aria-label=${name}>
      <p class="puzzle-kicker">${name}</p>
      <h2>${goal}</h2>
      <p>${stands} ${lone}</p>
      <p class="note">${isCounted
        ? _("Play your move on the table. Only your first answer counts.")
        : _("You’ve already answered this one, so it won’t count again.")}</p>
      <div class="puzzle-foot">
          ${statsList(stats)}
          <p class="puzzle-buttons"><button type="button" class="button" data-give-up title="${_(
            "Show the answer",
          )} (A)">${_("Show the answer")}</button></p>
        </div>
    </section>
  `;

/** @param {Stats} stats */
const statsList = ({ hard, strong, gained, streak }) =>
  html`
    <dl class="puzzle-stats">
      <div>
        <dt>${_("this puzzle")}</dt>
        <dd>${hard}</dd>
      </div>
      <div>
        <dt>${_("you")}${gained
          ? html`
            <b>${gained}</b>
          `
          : nothing}</dt>
        <dd>${strong}</dd>
      </div>
      <div>
        <dt>${_("streak")}</dt>
        <dd>${streak}</dd>
      </div>
    </dl>
  `;

/**
 * Draw what is said of an answer.
 * @param {Asked} asked
 * @param {Answered} answer
 * @param {string[]} names
 */
export const answeredPanel = ({ name, goal }, answer, names) =>
  html`<section class="panel puzzle-panel puzzle-panel--answered" id="puzzle" aria-label=${name}>
    <p class="puzzle-kicker">${goal}</p>
    <h2 class="puzzle-verdict">${sign(answer)}${answer.head}</h2>
    ${answer.why.length ? html`<p class="puzzle-why">${sentence(answer.why)}</p>` : nothing}
    <ul class="move-lines">${answer.lines.map(moveLine)}</ul>
    ${answer.expected.length > 1 ? expectedLine(answer.expected, names) : nothing}
    <div class="puzzle-foot">
      ${statsList(answer.stats)}
      <p class="puzzle-buttons">
        <button type="button" class="button" data-play-out>${_("Play it out")}</button>
        <button type="button" class="button" data-again title="${_("Try again")} (R)">${
    _("Try again")
  }</button>
        <a class="button button--main" href=${answer.next} data-next>${_("Next puzzle")}</a>
      </p>
    </div>
  </section>`;

const RIGHT = svg`<path d="M4.5 10.5 8.5 14.5 15.5 6.5"></path>`;
const WRONG = svg`<path d="m5.5 5.5 9 9m0-9-9 9"></path>`;
const SHOWN = svg`
  <path d="M2 10c2.6-4 5.4-5.5 8-5.5s5.4 1.5 8 5.5c-2.6 4-5.4 5.5-8 5.5S4.6 14 2 10Z"></path>
  <circle cx="10" cy="10" r="2.2"></circle>
`;

/** @param {Answered} answer */
const sign = ({ is_right: isRight, gave_up: gaveUp }) =>
  html`
    <span class=${isRight ? "puzzle-sign is-right" : "puzzle-sign"}
      aria-hidden="true"><svg class="icon" width="22" height="22" viewBox="0 0 20 20">${isRight
        ? RIGHT
        : gaveUp
        ? SHOWN
        : WRONG}</svg></span>
  `;

/** @param {Line} line */
const moveLine = ({ kind, words, percent, chance }) =>
  html`
    <li
      class=${`move-line move-line--${kind}`}><span class="move-words">${sentence(words)}${kind
        ? html`
          <small>${kind === "best" ? _("best") : _("yours")}</small>
        `
        : nothing}</span><progress max="100" .value=${percent} aria-label=${chance}>${chance}</progress><b>${chance}</b></li>
  `;

/**
 * @param {Answered["expected"]} expected
 * @param {string[]} names
 */
const expectedLine = (expected, names) =>
  html`
    <div class="puzzle-expected">
      <h3>${_("What happens next")}</h3>
      <ol>${expected.map(([seat, words]) =>
        html`<li>${shield(seat, 14)}<span class="visually-hidden">${names[seat]}</span><span>${
          sentence(words)
        }</span></li>`
      )}</ol>
    </div>
  `;

/**
 * Draw what stands in place of the question once it is answered.
 * @param {string} head
 * @param {string} note
 * @param {string} next the address of the next puzzle
 */
export const answeredQuestion = (head, note, next) =>
  html`
    <section class="ask ask--yours" id="question" aria-label=${_("What to do")}>
      <div class="ask-words" id="ask-words">
        <h2>${head}</h2>
        <p>${note}</p>
      </div>
      <div class="ask-words" id="ask-staged" hidden></div>
      <div class="answers" id="answers">
        <button type="button" class="answer" id="clear" hidden></button>
        <button type="button" class="answer" id="act" hidden></button>
        <a class="answer answer--main" href=${next}>${_("Next puzzle")}</a>
      </div>
    </section>
  `;
