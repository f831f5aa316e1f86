// @ts-check
// What moves on the table. Flights: cards and tokens go from where they were to where they are, and a new state never
// waits for them. Moments are shown large, and soon gone; they take no tap and stop nothing.

import { all, byId } from "../dom.js";
import { setting } from "./settings.js";

/** @typedef {[number: number, from: string, to: string]} Flight the number of a ply, and two places */
/** @typedef {HTMLElement | SVGElement} Picture */

const MOST = 12;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {ViewTransition | null} */
let running = null;
/** How many transitions began. */
let begun = 0;

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
 * Give an element a name for the next transition, unless it has one; each transition has names of its own, for one
 * that is skipped ends while the next one begins.
 * @param {Picture | undefined} element
 * @param {number} index
 * @param {Picture[]} named
 * @param {number} transition
 */
function name(element, index, named, transition) {
  if (!element || element.style.viewTransitionName) return;
  element.style.viewTransitionName = `fly-${transition}-${index}`;
  element.style.setProperty("view-transition-class", `fly-${index}`);
  named.push(element);
}

/** @param {Picture[]} named */
const forget = (named) =>
  named.splice(0).forEach(({ style }) => {
    style.removeProperty("view-transition-name");
    style.removeProperty("view-transition-class");
  });

/** Tell whether nothing should move: as the system or the player wishes. */
export const isCalm = () => calm.matches || !setting("animations") || document.hidden;

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
  const number = ++begun;
  flights.forEach(([, from], index) => name(at(from), index, named, number));
  const transition = document.startViewTransition(() => {
    forget(named);
    apply();
    flights.forEach(([, , to], index) => name(at(to), index, named, number));
  });
  running = transition;
  transition.ready.catch(() => {});
  transition.finished.finally(() => {
    forget(named);
    if (running === transition) running = null;
  });
  return undefined;
}

/**
 * Show the moments that came after a move, unless nothing should move; return what they are.
 * @param {number} seen the number of the move
 */
export function showMoments(seen) {
  const fresh = all("#moments > *").filter((one) => Number(one.dataset.number) > seen);
  const kinds = fresh.map((one) => one.dataset.kind);
  if (isCalm()) return kinds;
  byId("stage-moments").replaceChildren(
    ...fresh.map((one, index) => {
      const shown = document.importNode(one, true);
      shown.addEventListener("animationend", () => shown.remove());
      shown.classList.add(`moment--${index}`);
      return shown;
    }),
  );
  return kinds;
}
