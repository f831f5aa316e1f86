// @ts-check
// Putting what has changed into the page: pieces, those that went and those that came; or the whole. Focus,
// open menus and what is chosen stay.

import { byId } from "../dom.js";
import { Idiomorph } from "../vendor/idiomorph.js";

/**
 * @typedef {object} Change what differs from something that was shown
 * @property {string} from its name
 * @property {string[]} pieces elements, by their ids; of a box that holds others, only its tags
 * @property {string[]} gone ids
 * @property {[string, string][]} came after which id, and the element
 */

/** The name of what is shown. */
let drawn = byId("main").dataset.drawn;
export const shown = () => drawn;

/**
 * Put the whole into the page.
 * @param {string} html
 * @param {string} name
 */
export function putWhole(html, name) {
  parsed(html).forEach(morph);
  drawn = name;
}

/**
 * Put what has changed into the page.
 * @param {Change} change
 * @param {string} name
 */
export function putChange({ pieces, gone, came }, name) {
  gone.forEach((id) => document.getElementById(id)?.remove());
  for (const piece of parsed(pieces.join(""))) {
    if (piece.id === "table") putAttributes(piece);
    else morph(piece);
  }
  for (const [id, html] of came) byId(id).after(...parsed(html));
  drawn = name;
}

/** @param {string} html */
const parsed = (html) => [...new DOMParser().parseFromString(html, "text/html").body.children];

/** @param {Element} piece */
function morph(piece) {
  const old = document.getElementById(piece.id);
  if (old) Idiomorph.morph(old, piece, { morphStyle: "outerHTML", restoreFocus: true, callbacks });
}

const callbacks = {
  /**
   * @param {string} name
   * @param {Element} element
   */
  beforeAttributeUpdated: (name, element) =>
    !(name === "open" && ["DIALOG", "DETAILS"].includes(element.tagName)) && name !== "style",
};

/** @param {Element} piece */
function putAttributes(piece) {
  const old = byId(piece.id);
  for (const { name, value } of piece.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}
