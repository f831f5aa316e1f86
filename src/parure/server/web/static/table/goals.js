// @ts-check
// What is there to be reached: the cities, the nobles and the trading posts.

import { html, nothing } from "../vendor/lit-html.js";
import { cityLines, labelOf, nobleLines, postLines, tipOf } from "./descriptions.js";
import { crown, portrait, power, shield, sky } from "./faces.js";
import { answersOf } from "./scene.js";
import { anyChip, chip, menu, spot } from "./touchable.js";
import { _, cities, COLOURS, nobles, posts } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../vendor/lit-html.d.ts").TemplateResult} TemplateResult */

/**
 * Draw the goals; nothing where there are none.
 * @param {Scene} scene
 */
export function goals(scene) {
  const tiles = [
    ...scene.view.cities.map((id) => citySpot(scene, id)),
    ...noblesOf(scene).map((id) => nobleSpot(scene, id)),
  ];
  const open = postsOf(scene).map((id) => postSpot(scene, id));
  if (!tiles.length && !open.length) return nothing;
  const first = tiles.length ? html`<div class="tiles tiles-${tiles.length}">${tiles}</div>` : nothing;
  const second = open.length ? html`<div class="posts">${open}</div>` : nothing;
  const words = _("Nobles, cities and posts");
  return html`<div class="goals" role="group" aria-label=${words}>${first}${second}</div>`;
}

/**
 * The nobles of this game: one that leaves the table keeps its place, so that no other moves.
 * @param {Scene} scene
 */
function noblesOf({ view }) {
  const gone = view.seats.flatMap((own) => [...own.nobles, ...own.claimed]);
  return Object.keys(nobles).filter((id) => view.nobles.includes(id) || gone.includes(id));
}

/** @param {Scene} scene */
function postsOf({ view }) {
  if (!view.modules.includes("trading_posts")) return [];
  return Object.keys(posts).filter((id) => posts[id].edition === view.edition);
}

/**
 * @param {Scene} scene
 * @param {string} id
 */
function nobleSpot(scene, id) {
  const { prestige, needs } = nobles[id];
  const owners = seatsWith(scene, (own) => own.nobles.includes(id) || own.claimed.includes(id));
  const winner = owners.map((seat) => html`<span class="tile-winner">${scene.names[seat]}</span>`);
  const face = html`${portrait(id)}${prestigeOf(prestige)}${needsOf(needs)}${ownersOf(owners, winner)}`;
  const isGone = owners.length > 0 && !answersOf(scene, id).length;
  return tile(scene, id, "noble", nobleLines(scene, id), face, { isGone, shown: portrait(id) });
}

/**
 * @param {Scene} scene
 * @param {string} id
 */
function citySpot(scene, id) {
  const { prestige, needs, any, name } = cities[id];
  const title = html`<span class="tile-name" aria-hidden="true">${name}</span>`;
  const asked = needsOf(needs, any ? anyChip(any) : nothing);
  const face = html`${sky(id)}${title}${prestigeOf(prestige)}${asked}${ownersOf(scene.game.met[id])}`;
  return tile(scene, id, "city", cityLines(scene, id), face);
}

/**
 * @param {Scene} scene
 * @param {string} id
 */
function postSpot(scene, id) {
  const { needs, nobles: guests, power: words } = posts[id];
  const crowned = guests ? html`<span class="chip chip--noble">${crown(14)}<b>${guests}</b></span>` : nothing;
  const told = html`<span class="post-words" aria-hidden="true">${words}</span>`;
  const owners = seatsWith(scene, (own) => own.posts.includes(id));
  const places = scene.names.map((_name, n) => owners[n] ?? null);
  const face = html`${needsOf(needs, crowned)}${power(id)}${told}${ownersOf(places)}`;
  return tile(scene, id, "post", postLines(scene, id), face);
}

/** Decisions for one of the tiles: the others are dimmed. */
const FOR_TILES = ["noble", "claim", "post", "city"];

/**
 * @param {Scene} scene
 * @param {string} id
 * @param {"noble" | "city" | "post"} kind
 * @param {string[]} lines
 * @param {TemplateResult} face
 * @param {{ isGone?: boolean, shown?: TemplateResult }} [more] whether somebody has it, and what its menu shows
 */
function tile(scene, id, kind, lines, face, { isGone = false, shown } = {}) {
  const answers = answersOf(scene, id);
  const isOther = !answers.length && FOR_TILES.includes(scene.few ?? "");
  const lit = answers.length ? "is-lit" : "";
  const state = ["spot--tile", lit, isOther ? "is-dim" : "", isGone ? "is-gone" : ""];
  const label = html`<span class="visually-hidden">${labelOf(lines)}</span>`;
  const behind = menu(id, lines, answers, { face: shown });
  return spot(
    scene,
    id,
    state,
    html`
      <button type="button" class="tile tile--${kind}" id="card-${id}" popovertarget="menu-${id}"
        data-group="goals" data-tip=${tipOf(lines.slice(1))}>${label}${face}</button>${behind}
    `,
  );
}

/**
 * @param {Scene} scene
 * @param {(own: Scene["view"]["seats"][number]) => boolean} has
 */
const seatsWith = ({ view }, has) => view.seats.flatMap((own, seat) => (has(own) ? [seat] : []));

/** @param {number} n */
const prestigeOf = (n) => html`<b class="tile-prestige" aria-hidden="true">${n}</b>`;

/**
 * @param {import("./words.js").Gems} needs
 * @param {unknown} more
 */
function needsOf(needs, more = nothing) {
  const chips = COLOURS.filter((colour) => needs[colour]).map((colour) => chip(colour, needs[colour]));
  return html`<span class="tile-needs" aria-hidden="true">${chips}${more}</span>`;
}

/**
 * @param {(number | null)[]} seats
 * @param {unknown} more
 */
function ownersOf(seats, more = nothing) {
  if (!seats.length) return nothing;
  return html`<span class="tile-owners">${seats.map((seat) => shield(seat, 15))}${more}</span>`;
}
