// @ts-check
// The bench: what the viewer has, and what they still need; for others, that of the first seat.

import { html, nothing } from "../vendor/lit-html.js";
import { posts, towers, won } from "./belongings.js";
import { back, gem, portrait, shield } from "./faces.js";
import { aboutOf, seatWords } from "./people.js";
import { began, bonuses, clock, nameButton } from "./player.js";
import { marksOf } from "./scene.js";
import { count, leads } from "./selection.js";
import { anyChip, cardSpot, chip } from "./touchable.js";
import { _, cardsWords, cities, COLOURS, fill, nobles, TOKENS, tokensWords } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./document.d.ts").TileLack} TileLack */
/** @typedef {import("../vendor/lit-html.d.ts").TemplateResult} TemplateResult */
/**
 * @typedef {object} Goal what is still needed for a tile
 * @property {string} name
 * @property {TemplateResult} [face]
 * @property {string} words
 * @property {boolean} asksPrestige
 * @property {TileLack} lack
 */

/**
 * Draw the bench.
 * @param {Scene} scene
 */
export function bench(scene) {
  const { order: [seat], view, you } = scene;
  const classes = seat === view.to_play ? `bench seat-${seat} is-turn` : `bench seat-${seat}`;
  const words = seat === you.seat ? _("Your area") : seatWords(scene, seat);
  const hand = [1, 2, 3].map((n) => held(scene, seat, n));
  return html`
    <section class=${classes} id="bench" data-at="seat-${seat}" aria-label=${words}>
      ${benchId(scene, seat)}
      ${benchMiddle(scene, seat)}
      <div class="hand" role="group" data-at="hand-${seat}" aria-label=${_("Reserved cards")}>${hand}</div>
    </section>
  `;
}

/**
 * Whose bench it is, with the prestige and how many cards and tokens there are.
 * @param {Scene} scene
 * @param {number} seat
 */
function benchId(scene, seat) {
  const { prestige, cards } = scene.view.seats[seat];
  const name = nameButton(seat, scene.names[seat], aboutOf(scene, seat));
  const tokens = fill(_("{n} of 10 tokens"), { n: heldBy(scene, seat) });
  return html`
    <div class="bench-id" id="bench-id">
      <div class="bench-head">${shield(seat, 26)}${name}${began(scene, seat)}${clock(scene, seat)}</div>
      <div class="bench-score">
        <b class="prestige" data-at="prestige-${seat}" data-count=${prestige}>${prestige}</b>
        <span>${_("prestige")}</span>
        <span class="bench-counts">${cardsWords(cards.length)}<br>${tokens}</span>
      </div>
    </div>
  `;
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
const heldBy = ({ view }, seat) => Object.values(view.seats[seat].tokens).reduce((sum, n) => sum + n, 0);

/**
 * What lies on the bench, and what is still needed for tiles.
 * @param {Scene} scene
 * @param {number} seat
 */
const benchMiddle = (scene, seat) =>
  html`<div class="bench-middle" id="bench-middle">
    <div class="counts" id="own-tokens">
      ${bonuses(scene, seat, 24)}
      <span class="cards-count" data-at="cards-${seat}"><b>${heldBy(scene, seat)}</b>${_("of 10")}</span>
      ${TOKENS.map((colour) => ownTokens(scene, seat, colour))}
    </div>
    <div class="kit">${posts(scene, seat, 19)}<div class="kit-row">${towers(scene, seat, 20)}${
    won(scene, seat, 24)
  }</div></div>
    ${toGo(goalsOf(scene))}
  </div>`;

/**
 * Tokens on the bench: to be picked where some must be given back.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} colour
 */
function ownTokens(scene, seat, colour) {
  const { choices, chosen: { picked }, notes, view } = scene;
  const thing = `own-${colour}`;
  const at = `token-${seat}-${colour}`;
  const n = view.seats[seat].tokens[colour];
  const { hint, more = nothing, played } = notes[thing] ?? {};
  const words = tokensWords(colour, n);
  const inside = html`<span class="disc">${gem(colour, 20)}</span><b>${n}</b>`;
  if (choices?.pool !== "own" || !n) {
    const classes = ["tokens", n ? "" : "is-zero", marksOf(scene, thing)].filter(Boolean).join(" ");
    return html`
      <span class=${classes} id=${thing} data-at=${at} data-count=${n} data-more=${more}
        role="img"
        aria-label=${words}>${inside}</span>
    `;
  }
  const chosen = count(picked, colour);
  const isOut = !chosen && !leads(scene, [...picked, colour]);
  const classes = ["tokens", isOut ? "is-out" : "", marksOf(scene, thing)].filter(Boolean).join(" ");
  return html`
    <button type="button" class=${classes} id=${thing} data-at=${at} data-count=${n}
      data-pick=${colour}
      data-chosen=${chosen}
      data-group="own" data-more=${more} data-hint=${hint ?? nothing} data-played=${played?.words ?? nothing}
      aria-pressed=${String(chosen > 0)} aria-label=${words}>${inside}</button>
  `;
}

/**
 * A reserved card, or a place for one.
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} n
 */
function held(scene, seat, n) {
  const thing = `hand-${n}`;
  const id = scene.view.seats[seat].hand[n - 1];
  if (!id) {
    return html`<span class="slot" id=${thing} data-tip=${_("Empty slot for a reserved card")}></span>`;
  }
  if (!id.startsWith("?")) return cardSpot(scene, thing, id, "hand");
  return html`<div class="spot" id=${thing} data-tip=${_("A card that only its owner has seen.")}>${
    back(id.slice(1))
  }</div>`;
}

/**
 * What the viewer still needs for each city, noble reserved for them and noble of the table.
 * @param {Scene} scene
 * @returns {Goal[]}
 */
function goalsOf({ view, you }) {
  const { seat } = you;
  const lacks = /** @type {Record<string, TileLack>} */ (you.lacks ?? {});
  if (seat === null) return [];
  const { claimed } = view.seats[seat];
  const cityGoals = view.cities.map((id) => ({
    name: cities[id].name,
    words: cities[id].words,
    asksPrestige: true,
    lack: lacks[id],
  }));
  const nobleGoals = [...claimed, ...view.nobles].map((id) => ({
    name: claimed.includes(id) ? _("Reserved noble") : _("Noble"),
    face: portrait(id),
    words: nobles[id].words,
    asksPrestige: false,
    lack: lacks[id],
  }));
  return [...cityGoals, ...nobleGoals].filter(({ lack }) => lack);
}

/** @param {Goal[]} goals */
const toGo = (goals) =>
  goals.length
    ? html`<div class="to-go" role="group" aria-label=${_("What you still need")}>${goals.map(goal)}</div>`
    : nothing;

/** @param {Goal} goal */
function goal({ name, face, words, asksPrestige, lack: { colours = {}, any_colour: any, prestige } }) {
  const chips = COLOURS.filter((colour) => colours[colour]).map((colour) => chip(colour, colours[colour]));
  const needs = any ? [...chips, anyChip(any)] : chips;
  const shown = asksPrestige ? prestige ?? check() : nothing;
  const called = face ? html`${face}<span class="visually-hidden">${name}</span>` : name;
  return html`
    <span class="to-go-name" data-tip=${words}>${called}</span>
    <b class="to-go-prestige">${shown}</b>
    <span class="to-go-needs">${needs.length ? needs : check()}</span>
  `;
}

/** The sign of what is met. */
const check = () =>
  html`
    <svg class="check" viewBox="0 0 14 12" aria-hidden="true">
      <path d="M1.5 6.5l4 4 7-8.5"></path>
    </svg>
  `;
