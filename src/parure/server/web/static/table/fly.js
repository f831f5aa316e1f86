// @ts-check
// Flights: cards and tokens go from where they were to where they are. A new state never waits for them.

import { all } from "../dom.js";
import { setting } from "./settings.js";

/** @typedef {[number: number, from: string, to: string]} Flight the number of a ply, and two places */
/** @typedef {HTMLElement | SVGElement} Picture */

const MOST = 12;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {ViewTransition | null} */
let running = null;

/** @param {Element} one */
const isSeen = (one) => one.getClientRects().length > 0;

/**
 * Find what flies: the picture of a thing, since what flies can't be pressed meanwhile.
 * @param {string} name
 */
function at(name) {
  const thing = all(`[data-at="${name}"]`, document, Element).find(isSeen);
  const pictures = thing ? all(".disc, .face, .portrait", thing, Element).filter(isSeen) : [];
  return /** @type {Picture | undefined} */ (pictures.at(-1) ?? thing);
}

/**
 * Give an element a name for the next transition, unless it has one.
 * @param {Picture | undefined} element
 * @param {number} index
 * @param {Picture[]} named
 */
function name(element, index, named) {
  if (!element || element.style.viewTransitionName) return;
  element.style.viewTransitionName = `fly-${index}`;
  named.push(element);
}

/** @param {Picture[]} named */
const forget = (named) => named.splice(0).forEach((one) => one.style.removeProperty("view-transition-name"));

/** Tell whether nothing should move: as the system or the player wishes. */
export const isCalm = () => calm.matches || setting("calm") || document.hidden;

/**
 * Read what flew, as the attribute `data-flights` tells it, after the move of a number.
 * @param {string | undefined} told
 * @param {number} after
 * @returns {Flight[]}
 */
export const flightsIn = (told, after) =>
  (told || "").split(", ").filter(Boolean)
    .map((flight) => flight.split(" "))
    .map(([number, from, to]) => /** @type {Flight} */ ([Number(number), from, to]))
    .filter(([number]) => number > after);

/**
 * Show a new state, by `apply`, with the flights that lead to it.
 * @param {Flight[]} flights
 * @param {() => void} apply
 */
export function fly(flights, apply) {
  running?.skipTransition();
  if (!document.startViewTransition || isCalm() || !flights.length || flights.length > MOST) return apply();
  /** @type {Picture[]} */
  const named = [];
  flights.forEach(([, from], index) => name(at(from), index, named));
  const transition = document.startViewTransition(() => {
    forget(named);
    apply();
    flights.forEach(([, , to], index) => name(at(to), index, named));
  });
  running = transition;
  transition.ready.catch(() => {});
  transition.finished.finally(() => {
    forget(named);
    if (running === transition) running = null;
  });
  return undefined;
}
