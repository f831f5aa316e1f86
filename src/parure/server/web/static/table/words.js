// @ts-check
// The words of the language of the page, and the facts that are printed on cards and tiles. Messages are looked
// up by their English text, as everywhere in the program.

/** @typedef {Record<string, number>} Gems numbers by colour; a colour of which there is none may be left out */

const { lang } = document.documentElement;
const { default: vocabulary } = await import(`../words/${lang}.js`);

/**
 * @typedef {object} CardFacts
 * @property {number} level
 * @property {string} set
 * @property {string} bonus
 * @property {number} worth
 * @property {number} prestige
 * @property {Gems} price
 * @property {string} discards the colour of two cards that are its price, or nothing
 * @property {string} effect what it does, in a sentence; empty where it only gives a bonus
 * @property {string} name the card in a few words within a sentence
 * @property {string} words the card in a sentence or two
 * @property {boolean} [joker]
 */
/** @typedef {{ prestige: number, needs: Gems, words: string }} NobleFacts */
/** @typedef {{ prestige: number, needs: Gems, any: number, name: string, words: string }} CityFacts */
/**
 * @typedef {object} PostFacts
 * @property {number} edition
 * @property {string} colour the main one of those that it asks for
 * @property {Gems} needs
 * @property {number} nobles
 * @property {string} does what it does, in a few words within a sentence
 * @property {string} power the same where it stands alone
 * @property {string} words the post in a sentence
 */
/** @typedef {{ title: string, todo: string, question: string }} DecisionWords */
/** @typedef {{ advice: string, told: string, told_with: string, told_you: string, short: string }} MoveWords */

/** @type {Record<string, CardFacts>} */
export const cards = vocabulary.cards;
/** @type {Record<string, NobleFacts>} */
export const nobles = vocabulary.nobles;
/** @type {Record<string, CityFacts>} */
export const cities = vocabulary.cities;
/** @type {Record<string, PostFacts>} in the order of their main colours */
export const posts = vocabulary.posts;
/** @type {Record<string, DecisionWords>} */
export const decisions = vocabulary.decisions;
/** @type {Record<string, MoveWords>} by their kinds */
export const moves = vocabulary.moves;
/** @type {Record<string, string>} what to do, by what can be done with a stronghold */
export const strongholds = vocabulary.strongholds;
/** @type {Record<string, string>} */
export const modules = vocabulary.modules;
/** @type {Record<string, { title: string, words: string }>} */
export const bots = vocabulary.bots;
/** @type {Record<string, string>} */
export const phrases = vocabulary.phrases;
/** @type {Record<string, string>} what brings the last round, with cities or without */
export const endings = vocabulary.endings;

/** @type {number[]} from which losses on one can be warned, in percent; 0 is never */
export const losses = vocabulary.losses;

/** The colours of gems, in the usual order; gold comes last. */
export const COLOURS = ["W", "U", "G", "R", "K"];
export const TOKENS = [...COLOURS, "gold"];

/**
 * Return a message in the language of the page.
 * @param {string} message
 * @returns {string}
 */
export const _ = (message) => vocabulary.messages[message] ?? message;

/**
 * Return the form of a message that goes with a number.
 * @param {string} singular
 * @param {string} plural
 * @param {number} n
 * @returns {string}
 */
export function ngettext(singular, plural, n) {
  const forms = vocabulary.messages[singular];
  if (!forms) return n === 1 ? singular : plural;
  return forms[Number(vocabulary.plurals[n < 200 ? n : 100 + (n % 100)])];
}

/**
 * Put values into a message, by their names in braces.
 * @param {string} message
 * @param {Record<string, string | number>} values
 */
export const fill = (message, values) =>
  message.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/**
 * Something and what is said of it.
 * @param {string} title
 * @param {string | number} words
 */
export const titled = (title, words) => fill(_("{title}: {words}"), { title, words });

/** @type {Record<string, (n: number) => string>} */
const GEMS = {
  W: (n) => ngettext("white", "white", n),
  U: (n) => ngettext("blue", "blue", n),
  G: (n) => ngettext("green", "green", n),
  R: (n) => ngettext("red", "red", n),
  K: (n) => ngettext("black", "black", n),
  gold: (n) => ngettext("gold", "gold", n),
};

/**
 * The name of a gem or of gold, as it stands with so many of them.
 * @param {string} colour
 */
export const gemName = (colour, n = 1) => GEMS[colour](n);

/** @param {Gems} gems numbers by colour, in words */
export const numbers = (gems) =>
  [...TOKENS, "Au"].filter((colour) => gems[colour])
    .map((colour) => `${gems[colour]} ${gemName(colour, gems[colour])}`).join(", ");

/** @param {number} n */
export const prestigeWords = (n) => fill(ngettext("{n} prestige", "{n} prestige", n), { n });
/** @param {number} n */
export const cardsWords = (n) => fill(ngettext("{n} card", "{n} cards", n), { n });
/** @param {number} n */
export const noblesWords = (n) => fill(ngettext("{n} noble", "{n} nobles", n), { n });
/** @param {string} colour @param {number} n */
export const tokensWords = (colour, n) =>
  fill(ngettext("{n} {colour} token", "{n} {colour} tokens", n), { n, colour: gemName(colour, n) });
/** @param {string} colour @param {number} n */
export const bonusesWords = (colour, n) =>
  fill(ngettext("{n} {colour} bonus", "{n} {colour} bonuses", n), { n, colour: gemName(colour, n) });

/**
 * A deck, or a card of which only the back is seen.
 * @param {string} deck
 * @param {number} [count] how many cards are left
 */
export function deckWords(deck, count) {
  const words = fill(deck.endsWith("o") ? _("Orient, level {level}") : _("Level {level}"), {
    level: deck[0],
  });
  if (count === undefined) return fill(_("{deck}, face down"), { deck: words });
  return titled(words, fill(ngettext("{n} card left", "{n} cards left", count), { n: count }));
}

/**
 * Join names as one says them.
 * @param {string[]} names
 */
export const listed = (names) =>
  names.length < 2
    ? names.join("")
    : fill(_("{names} and {last}"), { names: names.slice(0, -1).join(", "), last: names.at(-1) ?? "" });

const KINDS = Object.keys(moves).sort((one, other) => other.length - one.length);

/**
 * The kind of a move: `reserve deck` of `reserve deck 1o`.
 * @param {string} move
 */
export const kindOf = (move) => KINDS.find((kind) => `${move} `.startsWith(`${kind} `)) ?? "";

/** @param {string} move what to do */
export const advised = (move) => moves[kindOf(move)].advice;
/** @param {string} move what to do, beside a picture that says to what */
export const shortly = (move) => moves[kindOf(move)].short || advised(move);
/** @param {string} deed the words of a button after which more is asked */
export const goingOn = (deed) => fill(_("{deed}…"), { deed });
