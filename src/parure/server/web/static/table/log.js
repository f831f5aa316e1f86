// @ts-check
// The log: what each seat did in each turn, with gems and little cards; also told in words alone.

import { html, nothing } from "../vendor/lit-html.js";
import { faceOf, gems, shield, tower } from "./faces.js";
import { nameOf } from "./scene.js";
import { deedsOf, isTaken } from "./turn_summary.js";
import { _, cards, deckWords, fill, gemName, moves, ngettext, titled } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Document} Document */
/** @typedef {import("./turn_summary.js").Deed} Deed */
/** @typedef {import("./document.d.ts").Logged} Logged */
/** @typedef {import("../vendor/lit-html.js").TemplateResult} TemplateResult */

/**
 * One turn of one seat.
 * @typedef {object} Turn
 * @property {number} number of its last move
 * @property {number} round
 * @property {number} seat
 * @property {TemplateResult} words
 * @property {string} said the same without pictures
 * @property {string[]} cards to show: ids, or decks after a question mark
 * @property {boolean} fresh
 * @property {boolean} loud it took a stronghold of the viewer's off a card
 */
/**
 * How the things in a sentence are shown.
 * @typedef {object} Shown
 * @property {(message: string, things: Record<string, any>) => any} fill puts things into a message
 * @property {(parts: any[]) => any} join
 * @property {(name: string) => any} name who did it
 * @property {(colours: string[]) => any} tokens
 * @property {(seat: number) => any} stronghold of a seat
 * @property {(id: string) => any} card that is spoken of
 * @property {(deed: any, id: string) => any} had what somebody did, with the card that they have from it
 */

/** So many turns are shown. */
const MOST = 30;

/**
 * Draw the log: the last turns, round by round.
 * @param {Scene} scene
 */
export function log(scene) {
  const { doc, table: { undone }, view } = scene;
  const round = roundWords(Math.floor((view.turns - Number(view.over)) / view.seats.length) + 1);
  const told = [lines(scene, turnsOf(doc, MOST)), undone === null ? nothing : undoneLine(scene, undone)];
  return html`
    <section class="log" id="log" aria-label=${_("Log")}>
      <header id="log-head">
        <h2>${_("Log")}</h2><span>${round}</span>
        <button type="button" class="log-close" data-log aria-label=${_("Close")}>×</button>
      </header>
      <ol id="log-lines" tabindex="0" aria-label=${_("Moves so far")}>${told}</ol>
    </section>
  `;
}

/** @param {number} n */
const roundWords = (n) => fill(_("Round {n}"), { n });

/**
 * @param {Scene} scene
 * @param {Turn[]} turns
 */
function lines(scene, turns) {
  if (!turns.length) return heading(Math.floor(scene.view.turns / scene.names.length) + 1);
  return turns.flatMap((turn, n) => {
    const line = turnLine(turn);
    return turn.round === turns[n - 1]?.round ? [line] : [heading(turn.round), line];
  });
}

/** @param {number} round */
const heading = (round) => html`<li class="log-round" id="round-${round}">${roundWords(round)}</li>`;

/**
 * Draw a turn: what was done, and beside it the cards that it moved.
 * @param {Turn} turn
 */
export function turnLine({ number, round, seat, words, said, cards, fresh, loud }) {
  const classes = fresh ? `log-line seat-${seat} is-fresh` : `log-line seat-${seat}`;
  const id = `line-${round}-${seat}`;
  const inside = turnWords({ seat, words, cards });
  return html`
    <li class=${classes} id=${id} data-number=${number} data-said=${said}
      ?data-loud=${loud}>${inside}</li>
  `;
}

/**
 * Draw what stands in the line of a turn.
 * @param {Pick<Turn, "seat" | "words" | "cards">} turn
 */
export function turnWords({ seat, words, cards }) {
  const beside = cards.length ? html`<span class="log-cards">${cards.map(thumb)}</span>` : nothing;
  return html`${shield(seat, 17)}<span class="log-words">${words}</span>${beside}`;
}

/** @param {string} id */
const thumb = (id) =>
  html`<span class="log-card" data-tip=${cards[id]?.words ?? nothing}>${faceOf(id, "thumb")}</span>`;

/**
 * @param {Scene} scene
 * @param {number} seat that took its last move back
 */
function undoneLine({ names }, seat) {
  const words = fill(_("{name} undid a move"), { name: names[seat] });
  return html`
    <li class="log-line seat-${seat}"
      id="line-undone">${shield(seat, 17)}<span class="log-words">${words}</span></li>
  `;
}

/**
 * Return the turns of a game as the viewer is told of them, the oldest first.
 * @param {Document} doc
 * @param {number} [most] so many of the last ones
 * @returns {Turn[]}
 */
export function turnsOf(doc, most = Infinity) {
  const entries = doc.game?.log ?? [];
  const first = (entries.at(-1)?.turn ?? 0) - most;
  /** @type {Map<number, Logged[]>} */
  const turns = new Map();
  for (const entry of entries) {
    if (entry.turn > first) turns.set(entry.turn, [...turns.get(entry.turn) ?? [], entry]);
  }
  return [...turns.values()].map((moved) => turnOf(doc, moved));
}

/**
 * @param {Document} doc
 * @param {Logged[]} entries
 * @returns {Turn}
 */
function turnOf(doc, entries) {
  const [{ turn, seat }] = entries;
  const number = entries[entries.length - 1].number;
  const names = doc.table.seats.map((_seat, n) => nameOf(doc, n));
  const deeds = deedsOf(entries, doc.you.seat);
  const remarks = remarksOn(entries);
  return {
    number,
    round: Math.floor(turn / names.length) + 1,
    seat,
    words: html`${told(deeds, remarks, seat, names, PICTURES)}`,
    said: told(deeds, remarks, seat, names, WORDS),
    cards: cardsOf(entries),
    fresh: number >= doc.you.fresh && seat !== doc.you.seat,
    loud: deeds.some(({ toYou }) => toYou),
  };
}

/**
 * Say what was unusual about a turn.
 * @param {Logged[]} entries
 */
const remarksOn = (entries) => [
  ...(entries.some(({ by }) => by === "clock") ? [_("time had run out")] : []),
  ...(entries.some(({ note }) => note) ? [_("the bot failed, so another legal move was played")] : []),
];

/**
 * The cards that a turn moved, each once.
 * @param {Logged[]} entries
 */
function cardsOf(entries) {
  const moved = entries.flatMap(({ cards = [] }) => cards).filter(({ source, target }) => source !== target);
  const taken = moved.filter(isTaken);
  return [...new Set((taken.length ? taken : moved).map(({ card }) => card))].slice(0, 2);
}

/** @type {Shown} little pictures; the cards that one has stand beside the sentence */
const PICTURES = {
  fill: (message, things) =>
    message.split(/(\{\w+\})/).map((part) => part.startsWith("{") ? things[part.slice(1, -1)] ?? "" : part),
  join: (parts) => parts.flatMap((part, n) => n ? [" · ", part] : [part]),
  name: (name) => html`<b>${name}</b>`,
  tokens: (colours) => gems(colours, 14),
  stronghold: (seat) => html`<span class="gems">${tower(seat, 12)}</span>`,
  card: thumb,
  had: (deed) => deed,
};

/** @type {Shown} words alone */
const WORDS = {
  fill,
  join: (parts) => parts.join(" · "),
  name: (name) => name,
  tokens: (colours) => colours.map((colour) => gemName(colour)).join(", "),
  stronghold: () => _("a stronghold"),
  card: (id) => cards[id].name,
  had: (deed, id) => titled(deed, id.startsWith("?") ? deckWords(id.slice(1)) : cards[id].name),
};

/**
 * Say what a seat did in a turn: a sentence for the action, a few words for each consequence.
 * @param {Deed[]} deeds
 * @param {string[]} remarks
 * @param {number} seat
 * @param {string[]} names
 * @param {Shown} show
 */
function told(deeds, remarks, seat, names, show) {
  const [action, ...rest] = deeds.map((deed) => deedWords(deed, names, show));
  const sentence = show.fill(_("{name} {deed}"), { name: show.name(names[seat]), deed: action });
  return show.join([sentence, ...rest, ...remarks]);
}

/**
 * @param {Deed} deed
 * @param {string[]} names
 * @param {Shown} show
 */
function deedWords({ kind, times, tokens, had, card, origin, owner, city, toYou }, names, show) {
  if (kind === "discard") {
    return show.fill(ngettext("discarded {n} card", "discarded {n} cards", times), { n: times });
  }
  const { told, told_with: withTokens, told_you: toYouWords } = moves[kind];
  const message = (tokens.length && withTokens) || (toYou && toYouWords) || told;
  const words = show.fill(message, {
    tokens: tokens.length ? show.tokens(tokens) : "",
    stronghold: card ? show.stronghold(owner) : "",
    owner: names[owner],
    card: card ? show.card(card) : "",
    origin: origin ? show.card(origin) : "",
    city,
  });
  return had ? show.had(words, had) : words;
}
