// @ts-check
// What is asked: of whom, in which words, and what the buttons beside it are called.

import { outcomeOf } from "./people.js";
import { turnsOf } from "./turns.js";
import { _, decisions, fill, goingOn, listed, ngettext, shortly, strongholds } from "./words.js";

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
  if (ended === "agreed") words = _("Ended by agreement: nobody has won.");
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
  if (table.preparing) return _("getting ready, the first time takes a minute…");
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
