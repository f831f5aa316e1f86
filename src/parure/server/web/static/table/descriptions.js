// @ts-check
// What things say: the lines of their tips, labels and menus, and the words of answers. The first line names a
// thing and all that its face shows, for those who don't see it; the others say what the face can't show. In
// them `[3 U]` is an amount of gems. Why something is impossible is not said here: that is asked of the server.

import { html, nothing } from "../vendor/lit-html.js";
import { gem } from "./faces.js";
import {
  _,
  advised,
  bonusesWords,
  cards,
  cities,
  deckWords,
  fill,
  gemName,
  goingOn,
  ngettext,
  nobles,
  noblesWords,
  numbers,
  posts,
  prestigeWords,
  shortly,
  titled,
  TOKENS,
} from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Answer} Answer */
/** @typedef {import("./words.js").Gems} Gems */
/** @typedef {import("./document.d.ts").CardLack} CardLack */
/** @typedef {import("./document.d.ts").TileLack} TileLack */

const AMOUNT = /\[(\d+) (\w+)\]/;

/** @param {string} letters */
const colourOf = (letters) => (letters === "Au" ? "gold" : letters);

/**
 * Return numbers of gems as lines hold them: `[3 U] [1 Au]`.
 * @param {Gems} gems
 */
const amounts = (gems) =>
  TOKENS.filter((colour) => gems[colour])
    .map((colour) => `[${gems[colour]} ${colour === "gold" ? "Au" : colour}]`).join(" ");

/**
 * Return a line with the amounts of gems in words: `You lack 3 blue, 1 red.`
 * @param {string} line
 */
export const spokenLine = (line) =>
  line.replaceAll("] [", "], [").replace(
    new RegExp(AMOUNT, "g"),
    (_whole, n, letters) => numbers({ [colourOf(letters)]: Number(n) }),
  );

/**
 * Return a line with the amounts of gems as pictures.
 * @param {string} line
 */
export const drawnLine = (line) =>
  html`${
    line.split(/(\[\d+ \w+\])/).map((part) => {
      const [, n, letters] = AMOUNT.exec(part) ?? [];
      return letters ? html`<span class="amount">${n}${gem(colourOf(letters), null)}</span>` : part;
    })
  }`;

/**
 * Return the tip that shows some lines, or none where there are none.
 * @param {string[]} lines
 */
export const tipOf = (lines) => (lines.length ? lines.join("\n") : nothing);

/**
 * Return what a screen reader says of a thing.
 * @param {string[]} lines
 * @param {number | null} [gold] the least gold to buy it with; null where it can't be bought
 */
export function labelOf([name, ...told], gold = null) {
  const said = told.filter((line) => !name.includes(line)).map(spokenLine);
  if (gold !== null) said.push(affordable(gold));
  return [said.length && !name.endsWith(".") ? `${name}.` : name, ...said].join(" ");
}

/** @param {number} gold */
const affordable = (gold) =>
  gold
    ? fill(ngettext("You can buy it with {n} gold.", "You can buy it with {n} gold.", gold), { n: gold })
    : _("You can buy it.");

/**
 * Return the lines of any card: what it is, what it does, and what it costs the viewer or they lack for it.
 * @param {Scene} scene
 * @param {string} id
 */
export function cardLines({ you }, id) {
  const { words, effect, discards, price } = cards[id];
  const lines = effect ? [words, effect] : [words];
  const lack = /** @type {CardLack | undefined} */ (you.lacks?.[id]);
  return lack && !discards ? [...lines, ...costLines(lack, price)] : lines;
}

/**
 * @param {CardLack} lack
 * @param {Gems} price
 */
function costLines({ due = {}, tokens = {}, gold = 0, has_gold: own = 0 }, price) {
  if (gold > own) {
    const lacked = fill(_("You lack {amounts}."), { amounts: amounts(tokens) });
    if (!own) return [lacked];
    return [lacked, fill(_("Your {gold} can cover some of it."), { gold: amounts({ gold: own }) })];
  }
  if (!sum(due)) return [_("Costs you nothing.")];
  return sum(due) < sum(price) ? [fill(_("Costs you {amounts}."), { amounts: amounts(due) })] : [];
}

/** @param {Gems} gems */
const sum = (gems) => Object.values(gems).reduce((total, n) => total + n, 0);

/**
 * Return the lines of a place of the market.
 * @param {Scene} scene
 * @param {string} place
 */
export function placeLines(scene, place) {
  const id = scene.view.rows[place];
  if (!id) return [_("Empty: this deck has run out.")];
  const lines = cardLines(scene, id);
  const [seat, count] = scene.view.strongholds[place] ?? [];
  if (seat === undefined) return lines;
  if (seat === scene.you.seat) {
    const own = ngettext("{n} stronghold of yours.", "{n} strongholds of yours.", count);
    return [...lines, fill(own, { n: count })];
  }
  const held = ngettext("{n} stronghold of {name}.", "{n} strongholds of {name}.", count);
  const words = fill(held, { n: count, name: scene.names[seat] });
  return [...lines, words, _("Nobody else can buy or reserve it.")];
}

/**
 * Return the lines of a reserved card on the bench.
 * @param {Scene} scene
 * @param {number} position from 1
 */
export function handLines(scene, position) {
  const { hand, blind } = scene.view.seats[scene.order[0]];
  const lines = cardLines(scene, hand[position - 1]);
  return blind[position - 1] ? [...lines, _("Nobody else has seen it.")] : lines;
}

/**
 * Return why a thing does not offer what it offers at other times, as far as that was asked.
 * @param {Scene} scene
 * @param {string} thing
 */
export const reasonsFor = ({ notes }, thing) => notes[thing]?.reasons ?? [];

/**
 * Return the lines of a deck, with the cards that the viewer has put under it, the last one at its bottom.
 * @param {Scene} scene
 * @param {string} deck
 */
export function deckLines({ view }, deck) {
  const known = (view.under?.[deck] ?? []).filter((id) => !id.startsWith("?"));
  const lines = known.map((id) =>
    fill(_("You have put this card under it: {card}"), { card: cards[id].words })
  );
  return [deckWords(deck, view.decks[deck] ?? 0), ...lines];
}

/**
 * Return the lines of a noble: who has it, or what the viewer lacks for it.
 * @param {Scene} scene
 * @param {string} id
 */
export function nobleLines({ view, names, you }, id) {
  const lines = [nobles[id].words];
  for (const [seat, own] of view.seats.entries()) {
    const name = names[seat];
    if (own.nobles.includes(id)) return [...lines, fill(_("It has visited {name}."), { name })];
    if (own.claimed.includes(id)) {
      lines.push(fill(_("{name} has reserved it: it can’t visit anyone else."), { name }));
    }
  }
  return [...lines, ...lackLines(you, id)];
}

/**
 * @param {Scene} scene
 * @param {string} id
 */
export const cityLines = ({ you }, id) => [cities[id].words, ...lackLines(you, id)];

/**
 * Return the lines of a post: who has it, and what the viewer lacks for it.
 * @param {Scene} scene
 * @param {string} id
 */
export function postLines({ view, names, you }, id) {
  const { words, power } = posts[id];
  const owners = names.filter((_name, seat) => view.seats[seat].posts.includes(id));
  const won = owners.length ? [fill(_("Won by {names}."), { names: owners.join(", ") })] : [];
  return [words, power, ...won, ...lackLines(you, id)];
}

/**
 * @param {Scene["you"]} you
 * @param {string} tile
 */
function lackLines({ lacks }, tile) {
  const lack = /** @type {TileLack} */ (lacks?.[tile] ?? {});
  const { prestige, colours, any_colour: any, nobles: guests } = lack;
  const parts = [
    prestige && prestigeWords(prestige),
    colours && amounts(colours),
    any && anyColour(tile, any),
    guests && noblesWords(guests),
  ].filter(Boolean);
  return parts.length ? [fill(_("You lack {amounts}."), { amounts: parts.join(", ") })] : [];
}

/** @param {string} city @param {number} n */
const anyColour = (city, n) =>
  fill(sum(cities[city].needs) ? _("{n} of any one other colour") : _("{n} of any one colour"), { n });

/**
 * Return the words of an answer: those of its button, what stands beside them, and all of it for those who
 * don't see the pictures.
 * @param {Answer} answer
 * @param {boolean} [isBeside] it stands in the menu of the thing that it is about
 */
export function answerWords(answer, isBeside = false) {
  const words = deedWords(answer, isBeside);
  const note = noteOn(answer);
  return { words, note, label: [spokenAnswer(answer, words), note].filter(Boolean).join(" ") };
}

const SHORT = ["reserve", "buy", "conquer"];

/**
 * @param {Answer} answer
 * @param {boolean} isBeside
 */
function deedWords({ move, ways, begins, for_cards: forCards }, isBeside) {
  const [verb, what] = move.split(" ");
  if (ways) return goingOn(_("Pay another way"));
  if (begins) return goingOn(_("Move this stronghold"));
  if (verb === "pair") return "";
  if (verb === "post" && !isBeside) return posts[what].power;
  if (verb === "city" && !isBeside) return cities[what].name;
  if (!SHORT.includes(verb)) return advised(move);
  return forCards ? goingOn(shortly(move)) : shortly(move);
}

/** @param {Answer} answer */
function noteOn({ no_gold: noGold, for_cards: forCards, ways, jokers, wasted, loses }) {
  if (noGold) return _("no gold left");
  if (ways) return fill(ngettext("{n} way", "{n} ways", ways), { n: ways });
  if (forCards) return _("for some of your cards");
  if (loses) return lostWords(loses);
  return jokerWords(jokers ?? 0, wasted ?? 0);
}

/**
 * @param {Answer} answer
 * @param {string} words
 */
function spokenAnswer({ move, tokens = [], gains }, words) {
  if (!words) return fill(_("Pair with {colour}"), { colour: gemName(move.split(" ")[1]) });
  const said = tokens.map((token) => gemName(token)).join(", ");
  if (!said) return words;
  return gains ? fill(_("{deed}, and get {thing}"), { deed: words, thing: said }) : titled(words, said);
}

/**
 * Say what becomes of the joker cards of a payment; nothing without any.
 * @param {number} jokers
 * @param {number} wasted how much of their gold pays for nothing
 */
export function jokerWords(jokers, wasted) {
  if (!jokers) return "";
  const words = fill(ngettext("uses up a joker card", "uses up {n} joker cards", jokers), { n: jokers });
  if (!wasted) return words;
  const more = ngettext("wasting {n} gold", "wasting {n} gold", wasted);
  return fill(_("{words}, {more}"), { words, more: fill(more, { n: wasted }) });
}

/** @param {import("./document.d.ts").Lost} lost what goes with cards that are discarded */
function lostWords({ prestige, bonuses }) {
  const parts = Object.entries(bonuses).map(([colour, n]) => bonusesWords(colour, n));
  if (prestige) parts.unshift(prestigeWords(prestige));
  return fill(_("you lose {things}"), { things: parts.join(", ") });
}
