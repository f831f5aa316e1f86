// @ts-check
// What scripts draw, as tests read it: as HTML, as words alone, or as the attributes of one element.

import { nothing } from "../../src/parure/server/web/static/vendor/lit-html.js";

/** @typedef {{ strings: readonly string[], values: readonly unknown[] }} Template what lit-html makes of a template */

/**
 * Return what a test needs, by the names that its other half in Python gives it.
 * @param {string} test
 * @returns {Promise<Record<string, any>>}
 */
export async function fixturesOf(test) {
  const { default: fixtures } = await import(`fixtures/${test}.json`, { with: { type: "json" } });
  return fixtures;
}

/**
 * Return something that is drawn as HTML.
 * @param {unknown} drawn
 * @returns {string}
 */
export function htmlOf(drawn) {
  if (drawn === nothing || drawn === undefined || drawn === null) return "";
  if (Array.isArray(drawn)) return drawn.map(htmlOf).join("");
  return typeof drawn === "object" ? filled(/** @type {Template} */ (drawn)) : escaped(String(drawn));
}

/**
 * Return something that is drawn without its elements: the words in it, one space between any two.
 * @param {unknown} drawn
 */
export const wordsOf = (drawn) =>
  unescaped(htmlOf(drawn).replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ").trim();

/**
 * Return the attributes of the first element that has one of a value, and undefined where there is none.
 * @param {unknown} drawn
 * @param {string} name
 * @param {string} value
 * @returns {Record<string, string> | undefined}
 */
export function elementWith(drawn, name, value) {
  for (const [tag] of htmlOf(drawn).matchAll(/<[a-z][^>]*>/g)) {
    const found = [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)];
    const attributes = Object.fromEntries(found.map(([, key, words = ""]) => [key, unescaped(words)]));
    if (attributes[name] === value) return attributes;
  }
  return undefined;
}

/**
 * @param {unknown} drawn
 * @param {string} id
 */
export const elementOf = (drawn, id) => elementWith(drawn, "id", id);

/**
 * The classes of an element, in order; none where it is not there.
 * @param {unknown} drawn
 * @param {string} id
 */
export const classesOf = (drawn, id) => elementOf(drawn, id)?.class?.split(" ").filter(Boolean) ?? [];

/** @param {Template} template */
function filled({ strings, values }) {
  let html = strings[0];
  for (const [n, value] of values.entries()) {
    const [start, sign, name] = /\s([.?@]?)([\w-]+)=$/.exec(html) ?? [];
    if (start && name) html = html.slice(0, -start.length) + attribute(sign ?? "", name, value);
    else html += htmlOf(value);
    html += strings[n + 1];
  }
  return html;
}

/**
 * @param {string} sign what stands before its name: `?` is there or not, `.` is a property, `@` a listener
 * @param {string} name
 * @param {unknown} value
 */
function attribute(sign, name, value) {
  if (sign === "@" || value === nothing) return "";
  if (sign) return value ? ` ${name}` : "";
  return ` ${name}="${escaped(String(value))}"`;
}

/** @type {[character: string, code: string][]} what is written otherwise in HTML */
const CODES = [["&", "&amp;"], ["<", "&lt;"], [">", "&gt;"], ['"', "&quot;"]];

/** @param {string} text */
const escaped = (text) => CODES.reduce((all, [character, code]) => all.replaceAll(character, code), text);

/** @param {string} text */
const unescaped = (text) =>
  CODES.reduceRight((all, [character, code]) => all.replaceAll(code, character), text);
