// @ts-check
// A finished game in the browser: it comes at once, and no step through it needs the server.

import { call } from "../../web/static/base.js";
import { patched } from "../../web/static/table/patch.js";

/** @typedef {import("../../web/static/table/scene.js").Document} Document */

/** So long one has to stay where one is until the address says it: browsers let it change only so often. */
const REST = 250;

/**
 * Fetch a finished game: the table before the first move, and after each. None where that fails, which is said.
 * @param {string} table
 * @returns {Promise<Document[]>}
 */
export async function positionsOf(table) {
  const replay = await call("GET", `/tables/${table}/replay`);
  return replay ? positions(replay) : [];
}

/**
 * Return the table before the first move of a game, and after each.
 * @param {{ document: Document, patches: import("../../web/static/table/patch.js").Operation[][] }} replay
 */
export function positions({ document, patches }) {
  const found = [document];
  for (const patch of patches) found.push(patched(found[found.length - 1], patch));
  return found;
}

/**
 * Return how to have something drawn: once before the page is shown next, however often that is asked for.
 * @param {() => void} draw
 */
export function onceAFrame(draw) {
  let frame = 0;
  return () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  };
}

/**
 * Return how to say where one is; it is heard as soon as one rests there.
 * @param {(place: number) => void} heard
 * @param {(place: number) => number} [named] the move that the address names
 */
export function whenResting(heard, named = (place) => place) {
  let timer = 0;
  /** @param {number} place */
  return (place) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      history.replaceState(null, "", `?move=${named(place)}`);
      heard(place);
    }, REST);
  };
}
