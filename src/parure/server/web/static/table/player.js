// @ts-check
// What lies before the players: the panels of the others, and the sheets that show all that a seat has.

import { html, nothing } from "../vendor/lit-html.js";
import { has, posts, postsOf, postWords, towers, won } from "./belongings.js";
import { cardLines } from "./descriptions.js";
import { back, card, crown, gem, shield, tower } from "./faces.js";
import { aboutOf, hasBegun, seatWords } from "./people.js";
import {
  _,
  bonusesWords,
  cards,
  COLOURS,
  fill,
  ngettext,
  nobles,
  posts as allPosts,
  TOKENS,
  tokensWords,
} from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./document.d.ts").SeatSnapshot} SeatSnapshot */
/** @typedef {{ id: string, paired: string | null }} Piled a card, and the colour that it is paired with */

/**
 * Draw the panels of the other seats, in the order in which they play after the bench.
 * @param {Scene} scene
 */
export const panels = (scene) => scene.order.slice(1).map((seat) => panel(scene, seat));

/**
 * Draw the sheets of all seats: all that each has, on request.
 * @param {Scene} scene
 */
export const sheets = (scene) => scene.order.map((seat) => sheet(scene, seat));

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function panel(scene, seat) {
  const { names, table, view } = scene;
  const { prestige } = view.seats[seat];
  const plays = seat === view.to_play;
  const about = plays && table.thinking ? _("thinking…") : aboutOf(scene, seat);
  const state = [plays ? "is-turn" : "", table.seats[seat].present ? "" : "is-away"];
  const classes = ["seat", `seat-${seat}`, ...state].filter(Boolean).join(" ");
  const words = seatWords(scene, seat);
  const name = nameButton(seat, names[seat], about);
  return html`
    <section class=${classes} id="seat-${seat}" data-at="seat-${seat}" aria-label=${words}>
      <header class="seat-head">
        ${shield(seat, 22)}
        ${name}
        ${began(scene, seat)}${won(scene, seat, 17)}${clock(scene, seat)}
        <b class="prestige" data-at="prestige-${seat}" data-count=${prestige} data-tip=${_(
          "prestige",
        )}>${prestige}</b>
      </header>
      ${panelBody(scene, seat)}
    </section>
  `;
}

/**
 * What lies before another seat.
 * @param {Scene} scene
 * @param {number} seat
 */
function panelBody(scene, seat) {
  const own = scene.view.seats[seat];
  const hasKit = has(scene, "trading_posts") || has(scene, "strongholds");
  const handClass = hasKit ? "hand hand--small hand--beside" : "hand hand--small";
  return html`
    <div class="counts">
      ${bonuses(scene, seat, 14)}
      <span class="cards-count" data-at="cards-${seat}">${cardsCount(own)}</span>
      ${TOKENS.map((colour) => tokens(seat, colour, own.tokens[colour]))}
    </div>
    ${stripCounts(scene, seat)}
    <div class="seat-foot">
      <div class=${handClass} data-at="hand-${seat}">${hand(scene, own)}</div>
      <div class="kit">${posts(scene, seat, 12)}${towers(scene, seat, 14)}</div>
    </div>
    ${scene.names.length === 2 ? piles(own) : nothing}
  `;
}

/**
 * What a panel says where there is no room for more than numbers.
 * @param {Scene} scene
 * @param {number} seat
 */
function stripCounts(scene, seat) {
  const { hand, nobles, strongholds } = scene.view.seats[seat];
  const supply = has(scene, "strongholds") ? html`<span>${tower(seat, 11)}${strongholds}</span>` : nothing;
  const guests = nobles.length ? html`<span>${crown(13)}${nobles.length}</span>` : nothing;
  const reserved = html`<span><i class="mini"></i>${hand.length}</span>`;
  return html`<p class="strip-counts" aria-hidden="true">${reserved}${supply}${guests}</p>`;
}

/**
 * The reserved cards of a panel: as many places as one may have.
 * @param {Scene} scene
 * @param {SeatSnapshot} own
 */
function hand(scene, { hand }) {
  return [0, 1, 2].map((n) =>
    n < hand.length
      ? html`<span class="hand-card" data-tip=${reservedWords(scene, hand[n])}>${reserved(hand[n])}</span>`
      : html`<span class="slot"></span>`
  );
}

/**
 * @param {Scene} scene
 * @param {string} id
 */
const reservedWords = (scene, id) =>
  id.startsWith("?") ? _("A card that only its owner has seen.") : cardLines(scene, id).slice(1).join("\n");

/** @param {string} id the face of a reserved card, or its back */
const reserved = (id) => id.startsWith("?") ? back(id.slice(1)) : card(id, "compact");

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function sheet(scene, seat) {
  const { names, view } = scene;
  const own = view.seats[seat];
  return html`<div class="sheet seat-${seat}" id="sheet-${seat}" popover role="dialog" aria-label=${
    names[seat]
  }>
    <header>${shield(seat, 26)}<h2>${names[seat]}</h2><span>${aboutOf(scene, seat)}</span>${
    began(scene, seat)
  }${clock(scene, seat)}<b class="prestige">${own.prestige}</b></header>
    <div class="counts">
      ${bonuses(scene, seat, 18)}
      <span class="cards-count">${cardsCount(own)}</span>
      ${TOKENS.map((colour) => coins(colour, own.tokens[colour]))}
    </div>
    <div class="sheet-kit">${towers(scene, seat, 18)}${won(scene, seat, 20)}</div>
    ${own.hand.length ? sheetHand(scene, own) : nothing}
    ${own.cards.length ? html`<h3>${_("Cards")}</h3>${piles(own)}` : nothing}
    ${own.nobles.length ? sheetNobles(own) : nothing}
    ${has(scene, "trading_posts") ? sheetPosts(scene, own) : nothing}
    <button type="button" class="button button--small" popovertarget="sheet-${seat}" popovertargetaction="hide">${
    _("Close")
  }</button>
  </div>`;
}

/**
 * @param {Scene} scene
 * @param {SeatSnapshot} own
 */
const sheetHand = (scene, { hand }) =>
  html`
    <h3>${_("Reserved cards")}</h3>
    <div class="sheet-cards">${hand.map((id) =>
      html`<span class="hand-card" data-tip=${id.startsWith("?") ? nothing : reservedWords(scene, id)}>${
        reserved(id)
      }</span>`
    )}</div>
  `;

/** @param {SeatSnapshot} own */
const sheetNobles = (own) =>
  html`
    <h3>${_("Nobles")}</h3>
    <ul>${own.nobles.map((id) => html`<li>${nobles[id].words}</li>`)}</ul>
  `;

/**
 * @param {Scene} scene
 * @param {SeatSnapshot} own
 */
const sheetPosts = (scene, own) =>
  html`
    <h3>${_("Posts")}</h3>
    <ul class="sheet-posts">${postsOf(scene).map((id) =>
      html`<li class=${own.posts.includes(id) ? "" : "is-open"}>${gem(allPosts[id].colour, 16)} ${
        postWords(own, id)
      }</li>`
    )}</ul>
  `;

/**
 * Draw the button with the name of a seat, which opens its sheet.
 * @param {number} seat
 * @param {string} name
 * @param {string} about
 */
export const nameButton = (seat, name, about) =>
  html`
    <button type="button" class="seat-name"
      popovertarget="sheet-${seat}"><b>${name}</b><small>${about}</small></button>
  `;

/**
 * Draw the mark of the seat that began.
 * @param {Scene} scene
 * @param {number} seat
 */
export function began({ names }, seat) {
  if (!hasBegun(seat)) return nothing;
  const words = fill(_("{name} went first"), { name: names[seat] });
  return html`<span class="began" data-tip=${words} role="img" aria-label=${_("went first")}>1</span>`;
}

/**
 * Draw the bonuses of a seat.
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} size of their gems
 */
export const bonuses = ({ view }, seat, size) =>
  COLOURS.map((colour) => bonus(seat, colour, view.seats[seat].bonuses[colour], size));

/**
 * @param {number} seat
 * @param {string} colour
 * @param {number} n
 * @param {number} size
 */
const bonus = (seat, colour, n, size) =>
  html`
    <span class="bonus ${n ? `field-${colour}` : "is-zero"}" data-at="bonus-${seat}-${colour}" role="img"
      aria-label=${bonusesWords(colour, n)}>${gem(colour, size, n ? "key" : "pale")}<b>${n}</b></span>
  `;

/**
 * @param {number} seat
 * @param {string} colour
 * @param {number} n
 */
const tokens = (seat, colour, n) =>
  html`
    <span class=${tokensClass(n)} data-at="token-${seat}-${colour}" data-count=${n} role="img"
      aria-label=${tokensWords(colour, n)}>${gem(colour, 17)}<b>${n}</b></span>
  `;

/**
 * Tokens of a sheet, to which nothing flies.
 * @param {string} colour
 * @param {number} n
 */
const coins = (colour, n) => html`<span class=${tokensClass(n)}>${gem(colour, 20)}<b>${n}</b></span>`;

/** @param {number} n */
const tokensClass = (n) => (n ? "tokens" : "tokens is-zero");

/** @param {SeatSnapshot} own */
const cardsCount = ({ cards: { length } }) => html`<b>${length}</b>${ngettext("card", "cards", length)}`;

/**
 * Draw the clock of a seat, for a script that lets it run.
 * @param {Scene} scene
 * @param {number} seat
 */
export function clock({ table, view }, seat) {
  const left = table.seats[seat].clock;
  if (left === null) return nothing;
  return html`<span class=${seat === view.to_play ? "clock runs" : "clock"} data-clock=${
    left.toFixed(1)
  }></span>`;
}

/**
 * Draw the cards of a seat by colour, those without a colour last; the most worthy on top.
 * @param {SeatSnapshot} own
 */
export function piles(own) {
  const all = own.cards.map((id) => ({ id, paired: pairedWith(own, id) })).sort(byWorth);
  const piled = [...COLOURS, ""].map((colour) => all.filter((one) => colourOf(one) === colour));
  return html`<div class="piles">${
    piled.map((pile, n) =>
      pile.length || n < COLOURS.length ? html`<div class="pile">${pile.map(pileCard)}</div>` : nothing
    )
  }</div>`;
}

/** @param {Piled} one */
const pileCard = ({ id, paired }) =>
  html`<span class="pile-card" data-tip=${cards[id].words}>${card(id, "compact", { paired })}</span>`;

/**
 * @param {SeatSnapshot} own
 * @param {string} id
 */
const pairedWith = ({ paired }, id) => (id in paired ? String(paired[id][0]) : null);

/** @param {Piled} one */
function colourOf({ id, paired }) {
  const colour = paired ?? cards[id].bonus;
  return COLOURS.includes(colour) ? colour : "";
}

/**
 * @param {Piled} one
 * @param {Piled} other
 */
function byWorth(one, other) {
  return cards[one.id].prestige - cards[other.id].prestige || (one.id < other.id ? -1 : 1);
}
