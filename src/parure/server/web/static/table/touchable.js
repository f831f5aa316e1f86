// @ts-check
// Anything on the table that can be touched: its element, its menu with the answers that it offers, and what is
// said of it for a while. Cards of the market and of the hand are drawn here, for they are touched alike.

import { html, nothing } from "../vendor/lit-html.js";
import { answerWords, drawnLine, handLines, labelOf, placeLines, reasonsFor, tipOf } from "./descriptions.js";
import { card, gem, gems, shield, tower } from "./faces.js";
import { answersOf, isTarget, marksOf } from "./scene.js";
import { _ } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Answer} Answer */
/** @typedef {import("./scene.js").Note} Note */
/** @typedef {import("../vendor/lit-html.d.ts").TemplateResult} TemplateResult */
/** @typedef {[verb: string, seat: number]} Deed what can be done with a stronghold, and whose it is */

/**
 * Draw a card of the market or of the hand, or its empty place.
 * @param {Scene} scene
 * @param {string} thing
 * @param {string | null} id
 * @param {string} group
 */
export function cardSpot(scene, thing, id, group) {
  const [kind, where] = thing.split("-");
  const isOpen = kind === "place";
  const lines = isOpen ? placeLines(scene, where) : handLines(scene, Number(where));
  const answers = answersOf(scene, thing);
  const [seat, count] = isOpen ? scene.view.strongholds[where] ?? [] : [];
  const held = seat === undefined ? null : { seat, count };
  const gold = goldFor(answers);
  const deeds = isOpen ? deedsAt(scene, answers, seat) : [];
  const choice = isOpen ? choiceOf(scene, thing, gold) : "";
  const state = [priceState(gold), choice, ...deeds.map(([verb]) => `can-${verb}`)];
  if (!id) return spot(scene, thing, state, html`<span class="slot" data-tip=${lines[0]}></span>`);
  const faces = html`${card(id, "full", { held })}${card(id, "compact", { held })}${corners(scene, thing)}`;
  const reasons = reasonsFor(scene, thing);
  const [tip, label] = [tipOf([...lines.slice(1), ...reasons]), labelOf([...lines, ...reasons], gold)];
  const sheet = menu(thing, lines, answers, { face: card(id), reasons });
  const behind = html`${needed(gold)}${deedSigns(deeds)}${sheet}`;
  return spot(
    scene,
    thing,
    state,
    html`
      <button type="button" class="card" id="card-${thing}" popovertarget="menu-${thing}"
        data-group=${group} data-tip=${tip} aria-label=${label}>${faces}</button>${behind}
    `,
  );
}

/**
 * Return the least gold that a purchase takes; null where none can be made now.
 * @param {Answer[]} answers
 */
const goldFor = (answers) => answers.find(({ move }) => /^(buy|conquer)/.test(move))?.gold ?? null;

/** @param {number | null} gold the least to buy a thing with */
function priceState(gold) {
  if (gold === null) return "";
  return gold ? "can-gold" : "can-buy";
}

/**
 * Return whether an open card is one of the few that are asked for, or none of them.
 * @param {Scene} scene
 * @param {string} thing
 * @param {number | null} gold
 */
function choiceOf(scene, thing, gold) {
  if (!scene.few) return "";
  if (answersOf(scene, thing).length) return gold === null ? "is-lit" : "";
  return isTarget(scene, thing) ? "" : "is-dim";
}

/**
 * Return what can be done with a stronghold on a card: one's own, or with that which stands there.
 * @param {Scene} scene
 * @param {Answer[]} answers
 * @param {number | undefined} there whose stronghold stands there
 * @returns {Deed[]}
 */
function deedsAt({ view, you }, answers, there) {
  const own = you.seat;
  if (view.decision !== "stronghold" || own === null) return [];
  return answers.map(({ move }) => move.split(" ")[0])
    .map((verb) => [verb, verb === "remove" ? there ?? own : own]);
}

/** @type {Record<string, string>} */
const SIGNS = { place: "+", move: "→", remove: "×" };

/** @param {Deed[]} deeds */
function deedSigns(deeds) {
  if (!deeds.length) return nothing;
  const signs = deeds.map(([verb, seat]) =>
    html`<span class="deed deed--${verb}">${tower(seat, 13)}<b>${SIGNS[verb]}</b></span>`
  );
  return html`<span class="deeds" aria-hidden="true">${signs}</span>`;
}

/** @param {number | null} gold that a card needs */
const needed = (gold) =>
  gold ? html`<span class="needed" aria-hidden="true">${gem("gold", 15)}${gold}</span>` : nothing;

/**
 * Mark a thing that another seat has touched.
 * @param {Scene} scene
 * @param {string} thing
 */
export function corners({ touched }, thing) {
  const seat = touched[thing]?.at(-1);
  if (seat === undefined) return nothing;
  return html`<span class="corners seat-${seat}" aria-hidden="true">${shield(seat, 15)}</span>`;
}

/**
 * Draw the element of a thing, with what is said of it for a while.
 * @param {Scene} scene
 * @param {string} thing
 * @param {string[]} state classes; empty ones are left out
 * @param {TemplateResult} content
 */
export function spot(scene, thing, state, content) {
  const { then = nothing, hint = nothing, away = nothing, played, nextBuyer } = scene.notes[thing] ?? {};
  const classes = ["spot", ...state, marksOf(scene, thing)].filter(Boolean).join(" ");
  const by = played?.words ?? nothing;
  return html`
    <div class=${classes} id=${thing} data-at=${thing} data-then=${then} data-hint=${hint}
      data-played=${by} data-away=${away}>${content}${nextBuyer ? nextBuyerSign(nextBuyer) : nothing}</div>
  `;
}

/** @param {NonNullable<Note["nextBuyer"]>} rival */
const nextBuyerSign = ({ seat, words }) =>
  html`
    <span class="corners seat-${seat}" aria-hidden="true"></span>
    <span class="next-buyer seat-${seat}" aria-hidden="true">${shield(seat, 11)}${words}</span>
  `;

/**
 * Draw the menu of a thing: what its face does not show, and what can be done with it.
 * @param {string} thing
 * @param {string[]} lines
 * @param {Answer[]} answers
 * @param {object} [options]
 * @param {TemplateResult} [options.face]
 * @param {string[]} [options.reasons] why it does not offer more, below the buttons, which stay where they are
 */
export function menu(thing, lines, answers, { face, reasons = [] } = {}) {
  const [name, ...told] = lines;
  const shown = told.length || answers.length ? told : lines;
  const picture = face ? html`<div class="menu-face">${face}</div>` : nothing;
  /** @param {string[]} lines */
  const drawn = (lines) => lines.map((line) => html`<p>${drawnLine(line)}</p>`);
  const buttons = answers.map((one, n) =>
    answerButton(one, { kind: n ? "" : "answer--main", first: !n, isBeside: true })
  );
  const plan = _("For your next turn:");
  return html`
    <div class="menu" id="menu-${thing}" popover role="dialog" aria-label=${name}>
      ${picture}<div class="menu-words">${drawn(shown)}</div>
      <p class="menu-plan">${plan}</p>
      <div class="menu-answers">${buttons}</div><div class="menu-words">${drawn(reasons)}</div>
    </div>
  `;
}

/**
 * Draw a button that makes a move.
 * @param {Answer} answer
 * @param {object} [options]
 * @param {string} [options.kind] a class of its own
 * @param {boolean} [options.first] it gets the focus where it is shown
 * @param {boolean} [options.isBeside] it stands in the menu of the thing that it is about
 */
export function answerButton(answer, { kind = "", first = false, isBeside = false } = {}) {
  const { move, begins, tokens = [], gains, cards = [] } = answer;
  const { words, note, label } = answerWords(answer, isBeside);
  const [begin, line] = begins ? [move.split(" ")[1], nothing] : [nothing, move];
  const isUnseen = move.startsWith("reserve deck");
  const plus = gains && tokens.length ? html`<b class="gain">+</b>` : nothing;
  const paid = tokens.length ? gems(tokens, 16) : nothing;
  const beside = note ? html`${" "}<small>${note}</small>` : nothing;
  const pictures = html`${plus}${paid}${thumbs(cards, move.includes("discard"))}`;
  return html`
    <button type="button" class="answer ${kind}" data-begin=${begin} data-move=${line}
      ?data-unseen=${isUnseen} aria-label=${label}
      ?autofocus=${first}>${words}${pictures}${beside}</button>
  `;
}

/**
 * @param {string[]} ids
 * @param {boolean} areLost
 */
function thumbs(ids, areLost) {
  if (!ids.length) return nothing;
  const faces = ids.map((id) => html`<span>${card(id, "thumb")}</span>`);
  return html`<span class=${areLost ? "thumbs thumbs--lost" : "thumbs"}>${faces}</span>`;
}

/**
 * So many of a colour.
 * @param {string} colour
 * @param {number} n
 */
export const chip = (colour, n) =>
  html`<span class="chip field-${colour}">${gem(colour, 13, "key")}<b>${n}</b></span>`;

/**
 * So many of any colour.
 * @param {number} n
 */
export const anyChip = (n) => html`<span class="chip chip--any">${STRIPES}<b>${n}</b></span>`;

const STRIPES = html`
  <svg class="stripes" viewBox="0 0 14 11.5" aria-hidden="true">
    <path class="stripe-W" d="M0 0h2.8v11.5H0Z" />
    <path class="stripe-U" d="M2.8 0h2.8v11.5H2.8Z" />
    <path class="stripe-G" d="M5.6 0h2.8v11.5H5.6Z" />
    <path class="stripe-R" d="M8.4 0h2.8v11.5H8.4Z" />
    <path class="stripe-K" d="M11.2 0H14v11.5h-2.8Z" />
    <path class="stripes-edge" d="M.4.4h13.2v10.7H.4Z" />
  </svg>
`;
