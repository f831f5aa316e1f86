// @ts-check
// What was done in a turn, as the log tells it: what each move brought, what it cost, and to whom it was done.

import { cities, kindOf, TOKENS } from "./words.js";

/** @typedef {import("./document.d.ts").CardMoved} CardMoved */
/** @typedef {import("./document.d.ts").Logged} Logged */
/**
 * What is told of a move, or of several of one kind.
 * @typedef {object} Deed
 * @property {string} kind
 * @property {number} times
 * @property {string[]} tokens that were taken, given back or spent
 * @property {string} had the card that one has from it: its id, or its deck after a question mark
 * @property {string} card to which a stronghold went, or from which it was removed
 * @property {string} origin the card on which it stood before
 * @property {number} owner the seat whose stronghold it is
 * @property {string} city
 * @property {boolean} toYou it was taken from the viewer
 */

const RESERVING = ["reserve", "reserve deck"];
const BUYING = ["buy", "buy hand", "conquer"];
/** Moves that the cost of a purchase tells. */
const UNTOLD = ["pay", "pay gold"];

/**
 * Sum up the moves of a turn; tokens given back and cards discarded in a row are one deed.
 * @param {Logged[]} entries
 * @param {number | null} viewer
 */
export function deedsOf(entries, viewer) {
  const costs = costsOf(entries);
  const taken = entries.flatMap(({ cards = [] }) => cards.filter(isTaken));
  /** @type {Deed[]} */
  const deeds = [];
  for (const entry of entries) {
    const deed = deedOf(entry, taken, viewer);
    if (RESERVING.includes(deed.kind) || BUYING.includes(deed.kind)) deed.tokens = costs.shift() ?? [];
    const last = deeds.at(-1);
    if (last?.kind === deed.kind && ["return", "discard"].includes(deed.kind)) {
      last.times += 1;
      last.tokens.push(...deed.tokens);
    } else if (!UNTOLD.includes(deed.kind)) deeds.push(deed);
  }
  return deeds;
}

/**
 * @param {Logged} entry
 * @param {CardMoved[]} taken the cards that came to the seat in this turn
 * @param {number | null} viewer
 * @returns {Deed}
 */
function deedOf({ seat, move, stronghold }, taken, viewer) {
  const [kind, what] = split(move);
  const deed = {
    kind,
    times: 1,
    tokens: [],
    had: "",
    card: "",
    origin: "",
    owner: 0,
    city: "",
    toYou: false,
  };
  if (["take", "return", "gain", "pair"].includes(kind)) return { ...deed, tokens: what };
  if ([...RESERVING, ...BUYING, "gift"].includes(kind)) {
    const spot = ["reserve deck", "buy hand"].includes(kind) ? kind.split(" ")[1] : what[0];
    return { ...deed, had: taken.find(({ source }) => source.split(" ")[0] === spot)?.card ?? "" };
  }
  if (kind === "city") return { ...deed, city: cities[what[0]].name };
  if (!stronghold) return deed;
  const { seat: owner, source, target } = stronghold;
  const toYou = target === null && owner === viewer && viewer !== seat;
  return { ...deed, card: target ?? source ?? "", origin: source ?? "", owner, toYou };
}

/**
 * Return the kind of a move, and to what it was done.
 * @param {string} move
 * @returns {[kind: string, what: string[]]}
 */
function split(move) {
  const kind = kindOf(move);
  return [kind, move.slice(kind.length).split(" ").filter(Boolean)];
}

/**
 * Return, for each reserved or bought card of a turn, the tokens that came with it or that it cost. What posts
 * gave and what was given back meanwhile is told by itself.
 * @param {Logged[]} entries
 */
function costsOf(entries) {
  /** @type {{ sign: number, change: Record<string, number> }[]} */
  const changes = [];
  for (const { move, tokens = {} } of entries) {
    const [kind, what] = split(move);
    if (RESERVING.includes(kind)) changes.push({ sign: 1, change: {} });
    if (BUYING.includes(kind)) changes.push({ sign: -1, change: {} });
    /** @type {Record<string, number>} */
    const change = changes.at(-1)?.change ?? {};
    /** @param {string} colour @param {number} n */
    const add = (colour, n) => (change[colour] = (change[colour] ?? 0) + n);
    Object.entries(tokens).forEach(([colour, n]) => add(colour, n));
    if (kind === "return") what.forEach((colour) => add(colour, 1));
    if (kind === "gain") what.forEach((colour) => add(colour, -1));
  }
  return changes.map(({ sign, change }) =>
    TOKENS.flatMap((colour) => Array(Math.max(0, sign * (change[colour] ?? 0))).fill(colour))
  );
}

/**
 * Tell whether a card came into a hand or before a seat.
 * @param {CardMoved} moved
 */
export const isTaken = ({ target }) => target.startsWith("hand") || target.startsWith("seat");
