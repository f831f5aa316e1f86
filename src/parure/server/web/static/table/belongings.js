// @ts-check
// What a seat has beside cards and tokens: posts, strongholds, joker cards and nobles.

import { html, nothing } from "../vendor/lit-html.js";
import { card, crown, gem, portrait, tower } from "./faces.js";
import { _, cards, fill, ngettext, nobles, posts as allPosts } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./document.d.ts").SeatSnapshot} SeatSnapshot */

/**
 * Tell whether a module is played.
 * @param {Scene} scene
 * @param {Scene["view"]["modules"][number]} module
 */
export const has = ({ view }, module) => view.modules.includes(module);

/**
 * Draw the posts, of which a seat has some.
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} size of their gems
 */
export function posts(scene, seat, size) {
  if (!has(scene, "trading_posts")) return nothing;
  const own = scene.view.seats[seat];
  return html`<span class="pips">${
    postsOf(scene).map((id) => {
      const isWon = own.posts.includes(id);
      const words = postWords(own, id);
      return html`<span class=${isWon ? "pip" : "pip is-open"} data-tip=${words}>${
        isWon ? gem(allPosts[id].colour, size) : nothing
      }</span>`;
    })
  }</span>`;
}

/**
 * Return the posts of a game, in the order of their main colours.
 * @param {Scene} scene
 */
export const postsOf = ({ view }) =>
  Object.keys(allPosts).filter((id) => allPosts[id].edition === view.edition);

/**
 * Say what a post does, and whether a seat has yet to win it.
 * @param {SeatSnapshot} own
 * @param {string} id
 */
export function postWords(own, id) {
  const { power } = allPosts[id];
  return own.posts.includes(id) ? power : fill(_("{power}: not yet"), { power });
}

/**
 * Draw the strongholds of a seat, of which some are in supply.
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} width
 */
export function towers(scene, seat, width) {
  if (!has(scene, "strongholds")) return nothing;
  const n = scene.view.seats[seat].strongholds;
  const words = fill(ngettext("{n} stronghold in supply", "{n} strongholds in supply", n), { n });
  return html`<span class="towers" data-tip=${words}>${
    [0, 1, 2].map((one) => html`<span class=${one < n ? "" : "is-out"}>${tower(seat, width)}</span>`)
  }</span>`;
}

/**
 * Draw the joker cards of a seat, and the nobles that have come or are reserved.
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} width of crowns
 */
export function won({ view }, seat, width) {
  const own = view.seats[seat];
  const jokers = own.cards.filter((id) => cards[id].joker);
  const jokerWords = ngettext("{n} joker card", "{n} joker cards", jokers.length);
  const guests = own.nobles.map((id) => nobles[id].words);
  const claimed = _("A reserved noble: it can visit only this player");
  return [
    jokers.length
      ? html`<span class="joker" data-tip=${fill(jokerWords, { n: jokers.length })}>${
        card(jokers[0], "thumb")
      }${times(jokers.length)}</span>`
      : nothing,
    guests.length
      ? html`<span class="won-nobles" data-at="nobles-${seat}" data-tip=${guests.join("\n")}>${
        portrait(own.nobles[own.nobles.length - 1])
      }${times(guests.length)}</span>`
      : nothing,
    own.claimed.map(() => html`<span class="claimed" data-tip=${claimed}>${crown(width)}<i></i></span>`),
  ];
}

/** @param {number} n */
const times = (n) => (n > 1 ? html`<b>×${n}</b>` : nothing);
