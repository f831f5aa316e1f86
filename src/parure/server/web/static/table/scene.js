// @ts-check
// What one drawing of a table shows: its document, what the viewer has chosen and not sent, and what is said of
// things for a while. All drawing functions take a scene and change nothing.

import { _, bots, fill } from "./words.js";

/** @typedef {import("./document.d.ts").Document} Document */
/** @typedef {import("./document.d.ts").Answer} Answer */
/** @typedef {import("./document.d.ts").Choices} Choices */

/**
 * What is said of a thing on the table for a while, by whoever knows it.
 * @typedef {object} Note
 * @property {string} [then] it can be paid for after the choice: the word for that
 * @property {string} [more] how many more of these tokens there are then, or fewer
 * @property {string} [away] how near a tile is then
 * @property {string} [hint] a hint or a solution names it: the word for that
 * @property {{ seat: number, words: string }} [played] it was played, by which seat, and the word for that
 * @property {{ seat: number, words: string }} [nextBuyer] the rival whom a move leaves it to, and the words for that
 * @property {string[]} [reasons] why it does not offer what it offers at other times, a sentence each
 */

/**
 * @typedef {object} Chosen what is chosen and not sent
 * @property {string[]} picked tokens, by colour
 * @property {string} origin the thing whose stronghold is to be moved, or nothing
 * @property {Staged | null} staged
 * @property {boolean} isPlan whether it was chosen while others were to play
 * @property {string} then what the choice leads to, in a line
 * @property {string} way the line of the payment that is chosen, or nothing
 */
/**
 * @typedef {object} Staged what waits for a word of confirmation
 * @property {string} label
 * @property {string} [line] a move that is kept for one's own turn
 * @property {string} [thing]
 * @property {string} [card] what lay there
 * @property {{ head: string, yes: string, no: string }} [words] in which something is asked
 * @property {() => void} then
 */

/**
 * @typedef {object} Scene
 * @property {Document} doc
 * @property {Document["table"]} table
 * @property {NonNullable<Document["game"]>} game
 * @property {NonNullable<Document["game"]>["view"]} view
 * @property {Document["you"]} you
 * @property {Choices | undefined} choices what can be answered or planned
 * @property {boolean} still nothing can be answered, as in a replay
 * @property {string[]} names of the seats, as they are shown
 * @property {number[]} order the seats, from that on the bench on
 * @property {boolean} isTurn whether it is for the viewer to decide
 * @property {boolean} asksAction whether an action can be chosen or planned
 * @property {string | null} few the decision, where it is for one of a few things and the viewer's
 * @property {Record<string, number[]>} touched the seats that touched a thing since the viewer's last move, the last one last
 * @property {Chosen} chosen
 * @property {Record<string, Note>} notes by thing
 */

/** @returns {Chosen} */
export const nothingChosen = () => ({
  picked: [],
  origin: "",
  staged: null,
  isPlan: false,
  then: "",
  way: "",
});

/** Decisions for one choice of a few things on the table: the others are dimmed. */
const FEW = ["gift", "stronghold", "conquest", "claim", "noble", "post", "city"];

/**
 * @param {Document} doc of a game that has begun
 * @param {object} [options]
 * @param {boolean} [options.still]
 * @param {Chosen} [options.chosen]
 * @param {Record<string, Note>} [options.notes]
 * @returns {Scene}
 */
export function sceneOf(doc, { still = false, chosen = nothingChosen(), notes = {} } = {}) {
  const { table, game, you } = doc;
  if (!game) throw new Error("The game has not begun.");
  const { view } = game;
  const count = table.seats.length;
  const first = you.seat ?? 0;
  const choices = still ? undefined : you.choices;
  const isTurn = Boolean(choices && !choices.planned);
  return {
    doc,
    table,
    game,
    view,
    you,
    choices,
    still,
    names: table.seats.map((_seat, n) => nameOf(doc, n)),
    order: Array.from({ length: count }, (_one, n) => (first + n) % count),
    isTurn,
    asksAction: Boolean(choices) && view.decision === "action",
    few: isTurn && view.decision && FEW.includes(view.decision) ? view.decision : null,
    touched: touchedIn(doc),
    chosen,
    notes,
  };
}

/**
 * The name of a seat, whoever sits there; that of a bot in the language of the page.
 * @param {Document} doc
 * @param {number} seat
 */
export function nameOf(doc, seat) {
  const { name, bot, away } = doc.table.seats[seat];
  if (!name) return fill(_("Seat {n}"), { n: seat + 1 });
  if (!bot || away) return name;
  const [, own = "", number = ""] = /^(.*?)( \d+)?$/.exec(name) ?? [];
  return own.toLowerCase() === bot ? `${bots[bot]?.title ?? own}${number}` : name;
}

/**
 * What the others have touched since the viewer's own last move.
 * @param {Document} doc
 */
function touchedIn({ game, you }) {
  /** @type {Record<string, number[]>} */
  const touched = {};
  for (const { number, seat, move } of game?.log ?? []) {
    if (number < you.fresh || seat === you.seat) continue;
    for (const thing of thingsOf(move)) {
      touched[thing] = [...(touched[thing] ?? []).filter((other) => other !== seat), seat];
    }
  }
  return touched;
}

/**
 * The things of the bank and the market that a move touches.
 * @param {string} move
 */
function thingsOf(move) {
  const [verb, ...what] = move.split(" ");
  if (verb === "take") return what.map((colour) => `bank-${colour}`);
  if (verb === "reserve" && what[0] === "deck") return [`deck-${what[1]}`];
  if (!["reserve", "buy", "gift", "conquer", "place", "remove", "move"].includes(verb)) return [];
  return what.filter((place) => /^[123].$/.test(place)).map((place) => `place-${place}`);
}

/**
 * What a thing offers.
 * @param {Scene} scene
 * @param {string} thing
 * @returns {Answer[]}
 */
export const answersOf = (scene, thing) => scene.choices?.things[thing] ?? [];

/**
 * Tell whether something can be moved to a thing.
 * @param {Scene} scene
 * @param {string} thing
 */
export const isTarget = (scene, thing) =>
  Object.values(scene.choices?.targets ?? {}).some((targets) => thing in targets);

/**
 * The classes of a thing that say what is chosen and what is said of it, to be joined to its own.
 * @param {Scene} scene
 * @param {string} thing
 */
export function marksOf({ chosen, choices, notes, you, still }, thing) {
  const targets = chosen.origin ? choices?.targets[chosen.origin] ?? {} : {};
  const note = notes[thing] ?? {};
  return [
    thing === chosen.origin || thing === chosen.staged?.thing ? "is-chosen" : "",
    thing in targets ? "is-target" : "",
    chosen.origin && !(thing in targets) && thing !== chosen.origin ? "is-faded" : "",
    note.then ? "is-then" : "",
    note.hint ? "is-hinted" : "",
    note.played ? `is-played seat-${note.played.seat}` : "",
    !still && you.coach?.lights.includes(thing) ? "coached" : "",
  ].filter(Boolean).join(" ");
}
