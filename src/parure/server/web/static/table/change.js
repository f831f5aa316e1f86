// @ts-check
// Putting what has changed into the page: pieces, those that went and those that came; or the whole. Focus,
// open menus and what is chosen stay.

import { all, byId } from "../dom.js";
import { Idiomorph } from "../vendor/idiomorph.js";

/**
 * @typedef {object} Change what differs from something that was shown
 * @property {string} from its name
 * @property {string[]} pieces elements, by their ids; of a box that holds others, only its tags
 * @property {string[]} gone ids
 * @property {[string, string][]} came after which id, and the element
 */

/** @typedef {string[] | Record<number, string>} Parts all parts of an element, or those that have changed */
/**
 * @typedef {object} Sent a change as a connection brings it
 * @property {string} from
 * @property {[string, Parts][]} pieces
 * @property {string[]} gone
 * @property {[string, string, Parts][]} came
 */

/** Return how to read the changes of one connection, which brings only parts of what it has brought before. */
export function reading() {
  /** @type {Map<string, string[]>} */
  const held = new Map();
  /**
   * @param {string} id
   * @param {Parts} parts
   */
  function whole(id, parts) {
    const all = Array.isArray(parts) ? parts : Object.assign(held.get(id) ?? [], parts);
    held.set(id, all);
    return all.join("");
  }
  /**
   * @param {Sent} sent
   * @returns {Change}
   */
  return ({ from, pieces, gone, came }) => ({
    from,
    gone,
    pieces: pieces.map(([id, parts]) => whole(id, parts)),
    came: came.map(([after, id, parts]) => [after, whole(id, parts)]),
  });
}

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
    if ("box" in piece.dataset) putAttributes(piece);
    else morph(piece);
  }
  for (const [id, html] of came) byId(id).after(...parsed(html));
  drawn = name;
}

/** @param {string} html */
const parsed = (html) => all("body > *", new DOMParser().parseFromString(html, "text/html"));

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

/** @param {HTMLElement} piece */
function putAttributes(piece) {
  const old = byId(piece.id);
  for (const { name, value } of piece.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}
