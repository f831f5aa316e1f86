// @ts-check
// The faces of all pieces: each is drawn once, in the sheet of the page, and only named wherever it lies.

import { html, nothing, svg } from "../vendor/lit-html.js";
import { cards } from "./words.js";

/** @typedef {"full" | "compact" | "thumb"} Face */
/** @typedef {{ seat: number, count: number }} Held whose strongholds stand on a card, and how many */

const LETTERS = { full: "f", compact: "c", thumb: "t" };
const EDGES = { plain: "", key: "k", pale: "p" };

/**
 * A picture beside words, without a space around it.
 * @param {string} kind its class
 * @param {unknown} inside
 * @param {{ width?: unknown, height?: unknown, box?: unknown }} [size] by a style sheet where it has none
 */
function picture(kind, inside, { width: w = nothing, height: h = nothing, box = nothing } = {}) {
  // deno-fmt-ignore: a space would stand beside the words
  return html`<svg class=${kind} width=${w} height=${h} viewBox=${box} aria-hidden="true">${inside}</svg>`;
}

/** @param {string} id of a drawing in the sheet */
const use = (id) => svg`<use href="#${id}"></use>`;

/**
 * A gem or a gold coin.
 * @param {string} colour
 * @param {number | null} size in pixels; null where a style sheet gives it one
 * @param {"plain" | "key" | "pale"} edge
 */
export const gem = (colour, size = 16, edge = "plain") =>
  picture("gem", use(`g${colour}${EDGES[edge]}`), { width: size ?? nothing, height: size ?? nothing });

/**
 * @param {string[]} colours
 * @param {number} size
 */
export const gems = (colours, size) =>
  html`<span class="gems">${colours.map((colour) => gem(colour, size))}</span>`;

/** @param {number | null} seat dashed where nobody sits */
export const shield = (seat, width = 20) =>
  picture("shield", use(`h${seat ?? ""}`), { width, height: rounded(width * 1.1) });

/** @param {number} seat */
export const tower = (seat, width = 18) =>
  picture("tower", use(`w${seat}`), { width, height: rounded(width * 1.3) });

/** The sign of a noble. */
export const crown = (width = 22) =>
  picture("crown", use("crown"), { width, height: rounded(width * 0.78), box: "6 8 22 17" });

/** @param {number} n without what binary fractions add */
const rounded = (n) => Number(n.toPrecision(6));

/** @param {string} post the pictogram of what it does */
export const power = (post) => picture("power", use(`p-${post}`));

/** @param {string} noble */
export const portrait = (noble) => picture("portrait", use(`n-${noble}`));

/** @param {string} city */
export const sky = (city) => picture("sky", use(`s-${city}`));

/**
 * The back of a deck.
 * @param {string} deck
 * @param {Face} face
 */
export const back = (deck, face = "full") =>
  picture(`face face--${face}`, use(`${LETTERS[face]}-deck-${deck}`));

/**
 * The face of a card.
 * @param {string} id
 * @param {Face} face
 * @param {{ held?: Held | null, paired?: string | null }} [options]
 */
export function card(id, face = "full", { held, paired } = {}) {
  const name = `${LETTERS[face]}-${id}${paired ? `-${paired}` : ""}`;
  if (!held) return picture(`face face--${face}`, use(name));
  const whole = svg`<use href="#${name}" width="100" height="150"></use>${towers(id, face, held)}`;
  return picture(`face face--${face}`, whole, { box: "0 0 100 150" });
}

/**
 * The face of a card, or its back where it is not known.
 * @param {string} id of a card, or of its deck after a question mark
 * @param {Face} face
 */
export const faceOf = (id, face) => id.startsWith("?") ? back(id.slice(1), face) : card(id, face);

/**
 * Strongholds in the picture of a card, where they hide no price.
 * @param {string} id
 * @param {Face} face
 * @param {Held} held
 */
function towers(id, face, { seat, count }) {
  const [width, step, y] = face === "compact" ? [20, 18.5, 43] : [18, 16.5, cards[id].discards ? 62 : 80];
  const left = 98.5 - width - step * (count - 1);
  const one = `w${seat}`;
  return Array.from(
    { length: count },
    (_tower, n) =>
      svg`<use href="#${one}" x=${left + step * n} y=${y} width=${width} height=${1.3 * width}></use>`,
  );
}
