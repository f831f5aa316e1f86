// @ts-check
// The question with the answers that stand beside it, and in their place what is chosen and not sent.

import { html, nothing } from "../vendor/lit-html.js";
import { questionOf } from "./asked.js";
import { endingOf } from "./bar.js";
import { isChoosing, lineOf } from "./choosing.js";
import { faceOf, gems, shield } from "./faces.js";
import { answerButton } from "./spot.js";
import { _, fill, gemName } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./asked.js").Question} Question */

/**
 * Draw the question with its answers.
 * @param {Scene} scene
 * @param {{ head?: string, words?: string }} [other] what stands there instead
 */
export function question(scene, { head, words } = {}) {
  const found = questionOf(scene);
  const asked = { ...found, head: head ?? found.head, words: words ?? found.words };
  const kind = asked.yours ? "ask ask--yours" : "ask";
  const parts = [
    asked.seats ? shields(asked.seats) : nothing,
    wordsOf(scene, asked),
    clock(scene),
    scene.table.status === "playing" ? ending(scene) : nothing,
    answers(scene, asked),
  ];
  return html`<section class=${kind} id="question" aria-label=${_("What is asked")}>${parts}</section>`;
}

/**
 * The title of the page.
 * @param {Scene} scene
 */
export const titleOf = (scene) => questionOf(scene).title;

/** @param {number[]} seats */
const shields = (seats) => html`<span class="ask-shields">${seats.map((seat) => shield(seat, 24))}</span>`;

/** @param {Scene} scene */
const ending = ({ game, view }) =>
  game.last_round
    ? html`<span class="ask-note is-last">${_("Last round")}</span>`
    : html`<span class="ask-note">${endingOf(view)[1]}</span>`;

/**
 * The question in words, or in their place those about what is chosen.
 * @param {Scene} scene
 * @param {Question} asked
 */
function wordsOf(scene, { head, words, cards = [] }) {
  const { picked, origin, staged, isPlan, then } = scene.chosen;
  const isShort = picked.length > 0 && !lineOf(scene, picked);
  const isTold = Boolean(staged || origin || isShort || (picked.length && (isPlan || then)));
  const told = isTold ? chosenWords(scene, head, isShort) : nothing;
  const moved = cards.map((id) => [" ", html`<span class="log-card">${faceOf(id, "thumb")}</span>`]);
  return [
    html`<div class="ask-words" id="ask-words" ?hidden=${isTold}>${headed(head, [words, moved])}</div>`,
    html`<div class="ask-words" id="ask-staged" ?hidden=${!isTold}>${told}</div>`,
  ];
}

/**
 * @param {string} head
 * @param {unknown} words
 */
const headed = (head, words) =>
  html`
    <h2>${head}</h2>
    <p>${words}</p>
  `;

/**
 * What stands in place of the question.
 * @param {Scene} scene
 * @param {string} head
 * @param {boolean} isShort whether the tokens that are picked are no answer yet
 */
function chosenWords({ chosen, isTurn }, head, isShort) {
  const { staged, origin, isPlan, then } = chosen;
  const planned = _("Planned");
  if (staged) return headed(staged.words?.head ?? (staged.line ? planned : _("Sure?")), staged.label);
  if (origin) return headed(_("Where to?"), _("Tap the card that it goes to."));
  if (isShort) return headed(isPlan ? planned : head, _("Choose more tokens."));
  if (isTurn) return headed(head, then || (isPlan ? planned : ""));
  return headed(planned, then || _("Your tap sends it when it is your turn."));
}

/** The clock of the seat on the bench. @param {Scene} scene */
function clock({ table, game, view, order: [seat] }) {
  const left = table.seats[seat].clock;
  if (left === null) return nothing;
  const kind = seat === view.to_play && !game.result ? "clock ask-clock runs" : "clock ask-clock";
  return html`<span class=${kind} data-clock=${left.toFixed(1)} aria-hidden="true"></span>`;
}

/**
 * The answers beside the question, and the buttons of what is chosen, which take their place.
 * @param {Scene} scene
 * @param {Question} asked
 */
function answers(scene, asked) {
  const { chosen } = scene;
  const kind = [
    "answers",
    isChoosing(chosen) ? "is-busy" : "",
    chosen.picked.length && !chosen.staged ? "is-picking" : "",
    chosen.staged?.words ? "is-warning" : "",
  ].filter(Boolean).join(" ");
  return html`<div class=${kind} id="answers">
    ${scene.table.status === "over" ? resultLink(scene) : answersBeside(scene, asked)}
    ${clearButton(scene)}${mainButton(scene, asked.verb ?? "")}
  </div>`;
}

/** A game that no server has is shown without an id, and has no page of its result. @param {Scene} scene */
const resultLink = ({ table }) =>
  table.id
    ? html`<a class="answer answer--main" href="/tables/${table.id}">${_("See the result")}</a>`
    : nothing;

/**
 * @param {Scene} scene
 * @param {Question} asked
 */
function answersBeside(scene, { handed, passes, dialog }) {
  const { table, view, you, names, choices, still } = scene;
  const replaceable = still ? [] : you.may_replace.filter((seat) => seat === view.to_play);
  const away = still ? [] : you.may_return.filter((seat) => table.seats[seat].away);
  return [
    replaceable.map((seat) => replaceButton(seat, names[seat])),
    away.map((seat) => returnButton(seat, names[seat])),
    handed && you.undoer !== null ? undoButton(you.undoer, names[you.undoer]) : nothing,
    choices?.bar.map((one, n) => answerButton(one, { kind: classesOf(scene, one.move, n) })),
    passes && !still ? passButton(passes) : nothing,
    dialog ? dialogButton(dialog) : nothing,
  ];
}

/**
 * The classes of an answer: whether it is the main one, and whether the coach speaks of it.
 * @param {Scene} scene
 * @param {string} move
 * @param {number} n
 */
function classesOf({ view, you }, move, n) {
  const isMain = n === 0 && (view.decision === "action" || view.decision === "conquest");
  return [isMain ? "answer--main" : "", move === you.coach?.suggested ? "coached" : ""].join(" ").trim();
}

/** @param {number} seat @param {string} name */
function replaceButton(seat, name) {
  const words = fill(_("Let a bot play for {name}"), { name });
  return html`<button type="button" class="answer" data-replace=${seat}>${words}</button>`;
}

/** @param {number} seat @param {string} name */
function returnButton(seat, name) {
  const kind = "answer answer--main";
  const words = fill(_("Come back as {name}"), { name });
  return html`<button type="button" class=${kind} data-return=${seat} data-name=${name}>${words}</button>`;
}

/** @param {number} seat @param {string} name */
function undoButton(seat, name) {
  const words = fill(_("{name} takes it back"), { name });
  return html`<button type="button" class="answer" id="take-back" data-undo=${seat}>${words}</button>`;
}

/** @param {string} words */
const passButton = (words) =>
  html`<button type="button" class="answer answer--main" data-pass>${words}</button>`;

/** @param {string} words */
const dialogButton = (words) =>
  html`<button type="button" class="answer answer--main" data-open="choice">${words}</button>`;

/** @param {Scene} scene */
function clearButton({ chosen }) {
  const { staged } = chosen;
  const words = staged?.words?.no ?? (staged && !staged.line ? _("Back") : _("Clear"));
  const isHidden = !isChoosing(chosen);
  return html`<button type="button" class="answer" id="clear" ?hidden=${isHidden}>${words}</button>`;
}

/**
 * The one main button, for what is chosen.
 * @param {Scene} scene
 * @param {string} verb
 */
function mainButton(scene, verb) {
  const { picked, staged } = scene.chosen;
  const isHidden = !staged && !picked.length;
  const isDisabled = !scene.isTurn || (!staged && !lineOf(scene, picked));
  const isOfTokens = picked.length > 0 && !staged;
  const label = isOfTokens && `${verb} ${picked.map((colour) => gemName(colour)).join(", ")}`;
  const shown = isOfTokens ? [verb, gems(picked, 18)] : sureWords(staged);
  return html`
    <button type="button" class="answer answer--main" id="act"
      ?hidden=${isHidden} ?disabled=${isDisabled} aria-label=${label || nothing}>${shown}</button>
  `;
}

/** @param {Scene["chosen"]["staged"]} staged what waits for a word of confirmation */
function sureWords(staged) {
  if (!staged) return nothing;
  return staged.words?.yes ?? (staged.line ? _("Do it") : _("Confirm"));
}
