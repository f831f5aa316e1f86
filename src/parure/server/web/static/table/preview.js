// @ts-check
// What a choice leads to, while it is being made: in a panel, in a line of the question, and on the things
// themselves. The server says it as codes and numbers.

import { html, nothing } from "../vendor/lit-html.js";
import { card, gems, shield } from "./faces.js";
import {
  _,
  cards,
  cities,
  fill,
  gemName,
  ngettext,
  nobles,
  posts,
  prestigeWords,
  shortly,
  titled,
} from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Note} Note */

/**
 * The one step that a tile is away, which one of the first four says, and what would make it.
 * @typedef {object} Away
 * @property {string} [colour] a card of this colour
 * @property {number} [prestige]
 * @property {number} [nobles]
 * @property {true} [card] a card of a colour that the tile does not name
 * @property {string} [bringing] a card that can be paid for then, and would bring the tile
 */
/**
 * What a choice leads to.
 * @typedef {object} Preview
 * @property {number} version
 * @property {string} line the choice
 * @property {Record<string, string>} cards that can be paid for then and not before, by the things that they are
 * @property {string[]} won the nobles, posts and cities that come with it
 * @property {Record<string, Away>} tiles that are one step away then
 * @property {number} prestige how much more there is then
 * @property {Record<string, number>} tokens how many more of each there are then, or fewer
 * @property {number} [held] how many tokens there are then, where some must be given back
 * @property {{ seat: number, cards: string[] }[]} payers who can pay at once for cards that the viewer could then
 */
/**
 * Draw the panel of what a choice leads to.
 * @param {Scene} scene
 * @param {Preview} preview
 */
export function previewPanel(scene, preview) {
  const { cards: found, won, held, tiles, payers } = preview;
  const body = [
    thumbs(Object.values(found)),
    won.map((tile) => html`<p><b>${wonWords(tile)}</b></p>`),
    held ? html`<p>${fill(_("You’ll have {n} tokens, and must give some back."), { n: held })}</p>` : nothing,
    Object.entries(tiles).map(([tile, away]) => nearTile(tile, away)),
    payers.map((payer) => rivalWho(scene, payer)),
  ];
  return html`
    <p class="advice-kicker">${choiceWords(preview)}</p>
    <h2>${titleOf(preview)}</h2>
    <div class="advice-body">${body}</div>
    <p class="preview-note">${noteOf(scene)}</p>
  `;
}

/**
 * Say what a choice leads to in a line, where there is no room for a panel.
 * @param {Preview} preview
 */
export function previewWords({ prestige, cards: found, held, tiles }) {
  const n = Object.keys(found).length;
  const [near] = Object.entries(tiles);
  const words = [];
  if (prestige > 0) words.push(fill(_("+{prestige}."), { prestige: prestigeWords(prestige) }));
  if (n) words.push(fill(ngettext("{n} new card affordable.", "{n} new cards affordable.", n), { n }));
  if (held) words.push(fill(_("{n} tokens: you must give some back."), { n: held }));
  else if (near) words.push(`${briefly(...near)}.`);
  return words.join(" ");
}

/**
 * Return what is said of things while a choice is made.
 * @param {Preview} preview
 */
export function previewNotes({ cards: found, tokens, tiles }) {
  /** @type {Record<string, Note>} */
  const notes = {};
  /** @param {string} thing @param {Note} note */
  const say = (thing, note) => (notes[thing] = { ...notes[thing], ...note });
  for (const thing of Object.keys(found)) say(thing, { then: _("then") });
  for (const [token, n] of Object.entries(tokens)) say(`own-${token}`, { more: n > 0 ? `+${n}` : `−${-n}` });
  for (const [tile, away] of Object.entries(tiles)) say(tile, { away: awayWords(away) });
  return notes;
}

/** @param {Preview} preview */
function choiceWords({ line }) {
  const [choice] = line.split(",");
  const [verb, ...tokens] = choice.split(" ");
  const words = fill(_("After this: {deed}"), { deed: shortly(choice) });
  return verb === "take" ? [words, " ", gems(tokens, 14)] : words;
}

/** @param {Preview} preview */
function titleOf({ cards: found }) {
  const n = Object.keys(found).length;
  if (!n) return _("No new card affordable yet");
  return fill(ngettext("{n} new card affordable", "{n} new cards affordable", n), { n });
}

/** @param {string[]} ids */
const thumbs = (ids) =>
  ids.length
    ? html`<p class="preview-cards">${ids.map((id) => html`<span>${card(id, "thumb")}</span>`)}</p>`
    : nothing;

/** @param {string} tile that comes with the choice */
function wonWords(tile) {
  if (tile in nobles) {
    return fill(_("A noble visits you: {prestige}"), { prestige: prestigeWords(nobles[tile].prestige) });
  }
  if (tile in posts) return fill(_("You win a post: {power}"), { power: posts[tile].does });
  return fill(_("You reach a city: {city}"), { city: cities[tile].name });
}

/**
 * Say in a few words what a tile lacks.
 * @param {Away} away
 */
function awayWords({ colour, prestige, nobles: guests }) {
  if (colour) return fill(_("one {colour} away"), { colour: gemName(colour) });
  if (prestige) return fill(_("{prestige} away"), { prestige: prestigeWords(prestige) });
  return guests ? _("one noble away") : _("one card away");
}

/**
 * Say in a few words which tile is near, and what it lacks.
 * @param {string} tile
 * @param {Away} away
 */
function briefly(tile, away) {
  if (tile in cities) return titled(cities[tile].name, awayWords(away));
  return fill(tile in posts ? _("Post: {away}") : _("Noble: {away}"), { away: awayWords(away) });
}

/**
 * @param {string} tile
 * @param {Away} away
 */
function nearTile(tile, away) {
  const words = tile in posts ? titled(posts[tile].power, awayWords(away)) : briefly(tile, away);
  return html`<div class="preview-part"><p><b>${words}</b></p>${brought(tile, away.bringing)}</div>`;
}

/**
 * @param {string} tile
 * @param {string} [id] of the card that would bring it
 */
function brought(tile, id) {
  if (!id) return nothing;
  let words = _("would get you there.");
  if (tile in nobles) {
    const sum = `${cards[id].prestige} + ${nobles[tile].prestige}`;
    words = fill(_("would get you there: {sum} prestige."), { sum });
  }
  return html`<p><span class="log-card">${card(id, "thumb")}</span> ${words}</p>`;
}

/**
 * @param {Scene} scene
 * @param {Preview["payers"][number]} payer
 */
function rivalWho({ names }, { seat, cards: ids }) {
  const words = ids.length === 1 ? _("{name} could buy it first:") : _("{name} could buy them first:");
  const who = fill(words, { name: names[seat] });
  return html`<div class="preview-part"><p>${shield(seat, 15)} ${who}</p>${thumbs(ids)}</div>`;
}

/** @param {Scene} scene */
const noteOf = ({ table }) =>
  table.options.serious
    ? _("This shows what a choice does, not whether it’s good.")
    : _("This shows what a choice does, not whether it’s good. For that, ask for a hint.");
