// @ts-check
// What deserves a look of its own when it happens, such as the visit of a noble or the end: drawn hidden, for
// `animation.js` to show.

import { html, nothing } from "../vendor/lit-html.js";
import { card, power, shield, sky, tower } from "./faces.js";
import { outcomeOf } from "./people.js";
import { _, cities, fill, nobles, posts } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./document.d.ts").Logged} Logged */
/**
 * @typedef {object} Moment
 * @property {number} number of the move that brought it
 * @property {"noble" | "city" | "post" | "conquest" | "end"} kind
 * @property {number} seat
 * @property {unknown} picture
 * @property {string} words
 * @property {string} [note]
 */

/** So many of the last moves are looked at. */
const MOST = 40;
const GREAT = ["noble", "city", "post", "conquer"];

/**
 * Draw the moments of the last moves, the oldest first; none where nothing is played.
 * @param {Scene} scene
 */
export const moments = (scene) =>
  html`<div id="moments" hidden>${scene.still ? nothing : momentsOf(scene).map(draw)}</div>`;

/** @param {Moment} moment */
const draw = ({ number, kind, seat, picture, words, note }) =>
  html`
    <div class="moment seat-${seat}" data-kind=${kind} data-seat=${seat}
      data-number=${number}><span class="moment-picture">${picture}</span><span><b>${words}</b>${note
        ? html`<small>${note}</small>`
        : nothing}</span></div>
  `;

/**
 * @param {Scene} scene
 * @returns {Moment[]}
 */
function momentsOf(scene) {
  const { game: { log, result }, names } = scene;
  const great = log.slice(-MOST).filter(({ move }) => GREAT.includes(move.split(" ")[0]));
  const found = great.map((entry) => momentOf(entry, names[entry.seat]));
  const last = log.at(-1);
  if (!result?.winners.length || !last) return found;
  const picture = result.winners.map((seat) => shield(seat, 40));
  return [...found, {
    number: last.number,
    kind: "end",
    seat: result.winners[0],
    picture,
    words: outcomeOf(scene),
  }];
}

/**
 * @param {Logged} entry
 * @param {string} name
 * @returns {Moment}
 */
function momentOf({ number, seat, move, cards: moved = [] }, name) {
  const [verb, id] = move.split(" ");
  if (verb === "noble") {
    const words = fill(_("+{n} Noble"), { n: nobles[id].prestige });
    return { number, kind: verb, seat, picture: nothing, words };
  }
  if (verb === "city") {
    const words = fill(_("{name} takes {city}"), { name, city: cities[id].name });
    return { number, kind: verb, seat, picture: sky(id), words };
  }
  if (verb === "post") {
    const words = fill(_("{name} wins a post"), { name });
    return { number, kind: verb, seat, picture: power(id), words, note: posts[id].power };
  }
  const picture = moved.length
    ? card(moved[0].card, "compact", { held: { seat, count: 3 } })
    : tower(seat, 34);
  return { number, kind: "conquest", seat, picture, words: fill(_("{name} conquers a card"), { name }) };
}
