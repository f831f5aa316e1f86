// @ts-check
// The question: what is asked of whom, in which words, with the answers that stand beside it, and in their place
// what is chosen and not sent.

import { html, nothing } from "../vendor/lit-html.js";
import { endingOf } from "./bar.js";
import { faceOf, gems, shield } from "./faces.js";
import { turnsOf } from "./log.js";
import { outcomeOf } from "./people.js";
import { isChoosing, lineOf } from "./selection.js";
import { answerButton } from "./touchable.js";
import { _, decisions, fill, gemName, goingOn, listed, ngettext, shortly, strongholds } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../vendor/lit-html.js").TemplateResult} TemplateResult */

/**
 * @typedef {object} Question what stands in the one inverted panel, or in a quiet one while others decide
 * @property {string} head
 * @property {string | TemplateResult} words
 * @property {string} title of the page
 * @property {boolean} [yours]
 * @property {string} [verb] what the main button does with the tokens that are chosen
 * @property {number[]} [seats] whose shields are shown: of the seat that decides, or of the winners
 * @property {boolean} [handed] the screen was passed on: what happened before stands where else the help does
 * @property {string[]} [cards] the cards that moved then: ids, or decks after a question mark
 * @property {string} [dialog] the name of the button that opens the choice again
 * @property {string} [passes] the name of the button that passes the screen on; else that happens by itself
 */

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
  return html`<section class=${kind} id="question" aria-label=${_("What to do")}>${parts}</section>`;
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
    : html`<span class="ask-note">${endingOf(view)}</span>`;

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
  if (origin) return headed(_("Where to?"), _("Tap the card to move it to."));
  if (isShort) return headed(isPlan ? planned : head, _("Choose more tokens."));
  if (isTurn) return headed(head, then || (isPlan ? planned : ""));
  return headed(planned, then || _("When it’s your turn, tap to play it."));
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
  const words = fill(_("Undo {name}’s move"), { name });
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
  return staged.words?.yes ?? (staged.line ? _("Play this move") : _("Confirm"));
}

// In which words

/**
 * Return the question as this viewer sees it.
 * @param {Scene} scene
 * @returns {Question}
 */
export function questionOf(scene) {
  const { game, view, you, choices, names } = scene;
  const { decision } = view;
  if (game.result || view.to_play === null || !decision) return overQuestion(scene);
  const name = names[view.to_play];
  const head = fill(_("{name} to play"), { name });
  if (hasDrawn(scene)) {
    const passes = fill(_("Pass to {name}"), { name });
    return { ...drawnCard(scene), title: head, passes };
  }
  if (!choices || choices.planned) {
    const verb = choices && shortly("take");
    return { head, words: waiting(scene, decision), title: head, seats: [view.to_play], verb };
  }
  const title = decisions.action.title;
  if (you.seats.length > 1 && decision === "action") return { ...handedOn(scene, name), title };
  const tokens = Object.keys(choices.sets).map((set) => set.split(" ").length);
  return {
    head: decisionTitle(decision, Math.max(0, ...tokens)),
    words: todo(scene, decision),
    title,
    yours: true,
    verb: shortly(decision === "return" ? "return" : "take"),
    dialog: dialogName(decision),
  };
}

/** @param {Scene} scene whose game is over */
function overQuestion(scene) {
  const { game, table, names } = scene;
  const head = outcomeOf(scene);
  const { ended = null, winners = [] } = game.result ?? {};
  const resigned = names.filter((_name, seat) => table.seats[seat].resigned);
  let words = _("Game over");
  if (ended === "agreed") words = _("Ended by agreement: nobody wins.");
  if (ended === "resigned") {
    const message = ngettext("{names} resigned.", "{names} resigned.", resigned.length);
    words = fill(message, { names: listed(resigned) });
  }
  return { head, words, title: head, seats: winners.length ? winners : undefined };
}

/**
 * Tell whether the viewer has just reserved a card unseen, and another is to play at the same screen.
 * @param {Scene} scene
 */
function hasDrawn({ game, view, you }) {
  const last = game.log.at(-1);
  if (!last || view.to_play === null) return false;
  if (view.to_play === you.seat || !you.seats.includes(view.to_play)) return false;
  return game.log.some(({ turn, seat, move }) =>
    turn === last.turn && seat === you.seat && move.startsWith("reserve deck")
  );
}

/** @param {Scene} scene */
const drawnCard = (scene) => ({
  head: _("This is your card"),
  words: _("Nobody else sees it."),
  yours: true,
  cards: turnsOf(scene.doc, 1).at(-1)?.cards,
});

/**
 * The question to whom the screen is passed on: it names them, and tells what happened before.
 * @param {Scene} scene
 * @param {string} name
 */
function handedOn(scene, name) {
  const last = turnsOf(scene.doc, 1).at(-1);
  return {
    head: fill(_("{name}, your turn"), { name }),
    words: last?.words ?? decisions.action.todo,
    yours: true,
    verb: shortly("take"),
    handed: true,
    cards: last?.cards,
  };
}

/**
 * Say what a bot does that is to play, or what somebody is asked.
 * @param {Scene} scene
 * @param {string} decision
 */
function waiting({ table }, decision) {
  if (table.preparing) return _("getting ready: the first time takes a minute…");
  if (table.thinking) return _("thinking…");
  const { question: words } = decisions[decision];
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * Return what a decision is called, to whoever decides.
 * @param {string} decision
 * @param {number} tokens how many tokens are to be given back, where that is asked
 */
function decisionTitle(decision, tokens) {
  if (decision !== "return" || !tokens) return decisions[decision].title;
  return fill(ngettext("Give back {n} token", "Give back {n} tokens", tokens), { n: tokens });
}

/**
 * Return the name of the button that opens the dialog of a decision, where it has one.
 * @param {string} decision
 */
function dialogName(decision) {
  if (decision === "payment") return goingOn(_("Pay"));
  return decision === "discard" || decision === "keep" ? goingOn(_("Choose")) : undefined;
}

/**
 * Say what is to be done, and nothing that cannot.
 * @param {Scene} scene
 * @param {string} decision
 */
function todo({ choices, you }, decision) {
  const words = decisions[decision].todo;
  if (decision === "stronghold") {
    const verbs = ["place", "move", "remove"];
    return strongholds[verbs.filter((verb) => you.moves.some((move) => move.startsWith(verb))).join(" ")];
  }
  const { step, steps } = choices?.discarding ?? {};
  return step && steps ? fill(_("{words} {n} of {all}"), { words, n: step, all: steps }) : words;
}
