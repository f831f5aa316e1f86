// @ts-check
// What moves let fly: cards, tokens and tiles, from the element where each was to that where it went.

import { cards, COLOURS } from "./words.js";

/** @typedef {import("./document.d.ts").Document} Document */
/** @typedef {import("./document.d.ts").Logged} Logged */
/**
 * The number of a move, and two elements by `data-at`: of several, the first that is seen. A noble takes its time, and
 * what turns is seen from behind until it has landed.
 * @typedef {[number: number, from: string, to: string, kind?: "noble" | "turns"]} Flight
 */

/** At least one more than a page lets fly at once. */
const MOST = 13;

/**
 * Return what flew last, after the move of a number.
 * @param {Document} doc
 * @param {number} after
 * @returns {Flight[]}
 */
export function flightsOf({ game }, after) {
  const fresh = (game?.log ?? []).filter(({ number }) => number > after);
  return fresh.flatMap(flightsIn).slice(-MOST);
}

/**
 * Return what a move let fly.
 * @param {Logged} entry
 * @returns {Flight[]}
 */
function flightsIn({ number, seat, move, cards: moved = [], tokens = {} }) {
  const [verb, ...what] = move.split(" ");
  return [
    ...moved.map((one) => cardFlight(number, one)),
    ...Object.entries(tokens).map(([colour, n]) => {
      const [bank, own] = [`bank-${colour}`, `token-${seat}-${colour}`];
      return n > 0 ? flight(number, bank, own) : flight(number, own, bank);
    }),
    ...(verb === "noble" ? [nobleFlight(number, what[0], seat)] : []),
    ...(verb === "claim" || verb === "city" ? [flight(number, what[0], `prestige-${seat}`)] : []),
  ];
}

/**
 * @param {number} number
 * @param {{ card: string, source: string, target: string }} moved
 * @returns {Flight}
 */
function cardFlight(number, { card, source, target }) {
  const turns = source.startsWith("deck") && !card.startsWith("?");
  return [number, anchor(source), anchor(target, card), turns ? "turns" : undefined];
}

/**
 * @param {number} number
 * @param {string} noble
 * @param {number} seat
 * @returns {Flight}
 */
const nobleFlight = (number, noble, seat) => [number, noble, `nobles-${seat} prestige-${seat}`, "noble"];

/**
 * @param {number} number
 * @param {string} from
 * @param {string} to
 * @returns {Flight}
 */
const flight = (number, from, to) => [number, from, to];

/**
 * The element where a card was, or went: a card that is bought goes to the bonuses of its colour.
 * @param {string} spot
 * @param {string} [card] that went there
 */
function anchor(spot, card = "") {
  const [kind, of] = spot.split(" ");
  if (kind === "deck" || kind === "hand") return `${kind}-${of}`;
  if (kind !== "seat") return `place-${kind}`;
  const colour = cards[card]?.bonus ?? "";
  return COLOURS.includes(colour) ? `bonus-${of}-${colour}` : `cards-${of}`;
}
