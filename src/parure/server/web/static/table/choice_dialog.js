// @ts-check
// The choice that covers the table: a payment, or one of several cards. Complete ways to pay come in the document;
// tapping a coin goes to the nearest other way.

import { html, nothing } from "../vendor/lit-html.js";
import { answerWords, cardLines, drawnLine, jokerWords, labelOf, tipOf } from "./descriptions.js";
import { card, gem, gems } from "./faces.js";
import { questionOf } from "./question.js";
import { answersOf } from "./scene.js";
import { _, cards, COLOURS, fill, gemName, titled, TOKENS } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./document.d.ts").Paying} Paying */
/** @typedef {import("./document.d.ts").Way} Way a complete way to pay */
/** @typedef {import("./words.js").Gems} Gems */

/**
 * The dialog in which something is chosen, where that is asked.
 * @param {Scene} scene
 */
export function choice(scene) {
  const { choices, isTurn, view } = scene;
  if (choices?.paying) return paymentChoice(scene, choices.paying);
  const isOfCards = isTurn && (view.decision === "discard" || view.decision === "keep");
  return isOfCards ? cardChoice(scene) : nothing;
}

/** @param {Scene} scene */
function cardChoice(scene) {
  const { head, words } = questionOf(scene);
  const { seat, undoer } = scene.you;
  const shown = Object.keys(scene.choices?.things ?? {}).map((id) => oneCard(scene, id));
  return html`
    <dialog class="choice choice--cards" id="choice" data-modal aria-labelledby="choice-title">
      <h2 id="choice-title">${head}</h2>
      <p class="note">${words}</p>
      <div class="choice-cards" role="group" aria-labelledby="choice-title">${shown}</div>
      <div class="choice-foot">
          ${undoer === seat ? backButton(seat) : nothing}
          <button type="button" class="button button--quiet" data-close>${_("Look at the table")}</button>
        </div>
    </dialog>
  `;
}

/**
 * @param {Scene} scene
 * @param {string} id
 */
function oneCard(scene, id) {
  const [answer] = answersOf(scene, id);
  const { note, label } = answerWords(answer);
  const lines = cardLines(scene, id);
  const words = titled(label, labelOf(lines));
  const kind = answer.move === scene.you.coach?.suggested ? "card choice-one coached" : "card choice-one";
  return html`
    <button type="button" class=${kind} id="choice-${id}" data-move=${answer.move} data-group="choice"
      data-tip=${tipOf(lines.slice(1))} aria-label=${words}>${card(id)}${note
        ? html`<small>${note}</small>`
        : nothing}</button>
  `;
}

/** @param {number | null} seat */
const backButton = (seat) =>
  html`<button type="button" class="button" data-undo=${seat ?? nothing}>${_("Back")}</button>`;

/**
 * @param {Scene} scene
 * @param {Paying} paying
 */
function paymentChoice(scene, paying) {
  const way = wayOf(paying.ways, scene.chosen.way);
  const rows = COLOURS.filter((colour) => paying.due[colour]).map((colour) => row(paying, way, colour));
  return html`
    <dialog class="choice choice--pay" id="choice" data-modal aria-labelledby="choice-title">
      <div class="choice-card">${bought(scene, paying.card)}</div>
      <div class="choice-body">
        <h2 id="choice-title">${_("How will you pay?")}</h2>
        <p class="note">${_("Tap a token to swap gold and colour.")}</p>
        <div class="pay-rows" id="pay-rows">${rows}</div>
        <div class="pay-presets" id="pay-presets" role="group" aria-label=${_("Ways to pay")}>${presets(
          paying,
          way,
        )}</div>
        <p class="pay-note" id="pay-note" role="status">${jokerWords(way.jokers, way.wasted) || nothing}</p>
        <div class="choice-foot">
            <p class="pay-left">${_("You keep:")} <span id="pay-left">${rest(scene, way)}</span></p>
            <button type="button" class="button button--main" id="pay" data-move=${way.line}>${_(
              "Pay and buy",
            )}</button>
            ${backButton(scene.you.seat)}
          </div>
      </div>
    </dialog>
  `;
}

/**
 * The card that is paid for, and what its face does not show.
 * @param {Scene} scene
 * @param {string} id
 */
function bought(scene, id) {
  const { rows, strongholds } = scene.view;
  const place = Object.keys(rows).find((one) => rows[one] === id) ?? "";
  const [seat, count] = strongholds[place] ?? [];
  const held = seat === undefined ? null : { seat, count };
  const told = cardLines(scene, id).slice(1).map((line) => html`<p>${drawnLine(line)}</p>`);
  return [card(id, "full", { held }), told];
}

/**
 * What is paid for one colour.
 * @param {Paying} paying
 * @param {Way} way
 * @param {string} colour
 */
function row({ card: id, due, ways }, way, colour) {
  const name = gemName(colour);
  const price = cards[id].price[colour] ?? 0;
  const words = fill(_("price {price}, bonus {bonus}"), { price, bonus: price - due[colour] });
  const coins = Array.from({ length: (way.spent[colour] ?? 0) + (way.gold[colour] ?? 0) }, (_one, n) => {
    const isGold = n >= (way.spent[colour] ?? 0);
    return coin(colour, n, isGold, swapped(ways, way, colour, isGold ? -1 : 1));
  });
  return html`<div class="pay-row" data-colour=${colour}>
    ${gem(colour, 26)}
    <p>${words}<b>${fill(_("{n} to pay"), { n: due[colour] })}</b></p>
    <span class="pay-coins" role="group" aria-label=${name}>${coins}</span>
  </div>`;
}

/**
 * A coin of a payment; a tap swaps gold and colour, where there is such a way.
 * @param {string} colour
 * @param {number} n which of its row it is
 * @param {boolean} isGold
 * @param {Way | undefined} other
 */
function coin(colour, n, isGold, other) {
  const words = isGold
    ? _("gold for {colour}: pay the colour instead")
    : _("{colour} token: pay gold instead");
  return html`
    <button type="button" class=${isGold ? "pay-coin is-gold" : "pay-coin"} data-coin="${colour}${n}"
      data-payment=${other?.line ?? nothing} ?disabled=${!other} aria-label=${fill(words, {
        colour: gemName(colour),
      })}>
    <span class="disc">${gem(isGold ? "gold" : colour, 28)}</span></button>
  `;
}

/**
 * Buttons for the ways that have names, where there are several.
 * @param {Paying} paying
 * @param {Way} current
 */
function presets({ ways }, current) {
  const found = presetsOf(ways);
  if (found.length < 2) return nothing;
  return found.map(({ words, way }) => {
    const spent = TOKENS.flatMap((colour) => Array(way.spent[colour] ?? 0).fill(colour));
    const jokers = way.jokers ? ` + ${way.jokers} × ${_("Joker card")}` : nothing;
    return html`
      <button type="button" aria-pressed=${String(way.line === current.line)}
        data-payment=${way.line}><b>${words}</b>${gems(spent, 14)}${jokers}</button>
    `;
  });
}

/**
 * The tokens that are left after a payment.
 * @param {Scene} scene
 * @param {Way} way
 */
function rest({ view, you }, way) {
  /** @type {Gems} */
  const own = you.seat === null ? {} : view.seats[you.seat].tokens;
  const left = TOKENS.map((colour) => ({ colour, n: (own[colour] ?? 0) - (way.spent[colour] ?? 0) }))
    .filter(({ n }) => n > 0);
  return left.length ? left.map(({ colour, n }) => html`<span>${gem(colour)}${n}</span>`) : "0";
}

/** @param {Way} way */
const golds = (way) => Object.values(way.gold).reduce((sum, n) => sum + n, 0);

/**
 * Return the first of those of which a measure is least, if there are any.
 * @param {Way[]} ways
 * @param {(one: Way) => number} measure
 * @returns {Way | undefined}
 */
const least = (ways, measure) => ways.toSorted((one, other) => measure(one) - measure(other))[0];

/**
 * Return how different two ways are: joker cards weigh most, then gold for each colour.
 * @param {Way} a
 * @param {Way} b
 */
function distance(a, b) {
  const gold = COLOURS.reduce((sum, c) => sum + Math.abs((a.gold[c] ?? 0) - (b.gold[c] ?? 0)), 0);
  return 3 * Math.abs(a.jokers - b.jokers) + gold;
}

/**
 * Return the way nearest to one, with so much more gold for a colour.
 * @param {Way[]} ways
 * @param {Way} way
 * @param {string} colour
 * @param {number} change
 */
export function swapped(ways, way, colour, change) {
  const wanted = (way.gold[colour] ?? 0) + change;
  return least(ways.filter((one) => (one.gold[colour] ?? 0) === wanted), (one) => distance(one, way));
}

/**
 * Return the ways that have names, each once.
 * @param {Way[]} ways
 */
export function presetsOf(ways) {
  const named = [
    { words: _("Least gold"), way: least(ways.filter((one) => !one.jokers), golds) },
    { words: _("Joker card"), way: least(ways.filter((one) => one.jokers), golds) },
    { words: _("Keep colours"), way: least(ways, (one) => -golds(one)) },
  ];
  /** @type {{ words: string, way: Way }[]} */
  const found = [];
  for (const { words, way } of named) {
    if (way && !found.some((one) => one.way.line === way.line)) found.push({ words, way });
  }
  return found;
}

/**
 * Return the way that is chosen: at first, the first of those that have names.
 * @param {Way[]} ways
 * @param {string} line
 */
export const wayOf = (ways, line) => ways.find((one) => one.line === line) ?? presetsOf(ways)[0].way;
