// @ts-check
// What moves on the table. Flights: cards and tokens go from where they were to where they are, and a new state never
// waits for them. Moments are shown large, and soon gone; they take no tap and stop nothing.

import { all, byId } from "../dom.js";
import { setting } from "./settings.js";

/** @typedef {import("./flights.js").Flight} Flight */
/** @typedef {HTMLElement | SVGElement} Picture */

const MOST = 12;

/** Milliseconds; those of flights are in `table.css` too. */
const FLIGHT = 350;
const APART = 60;
const VISIT = 600;
const FADE = 80;
const WELCOME = 2000;
const GAP = 6;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {ViewTransition | null} */
let running = null;
/** How many transitions began. */
let begun = 0;

/** @param {Element} one */
const isSeen = (one) => one.getClientRects().length > 0;

/**
 * Find what flies: the picture of a thing, since what flies can't be pressed meanwhile.
 * @param {string} names of which the first counts that is seen
 */
function at(names) {
  const things = names.split(" ").flatMap((name) => all(`[data-at="${name}"]`, document, Element));
  const thing = things.find(isSeen);
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
 * @param {Flight[3]} kind
 */
function name(element, index, named, transition, kind = undefined) {
  if (!element || element.style.viewTransitionName) return;
  element.style.viewTransitionName = `fly-${transition}-${index}`;
  element.style.setProperty("view-transition-class", `fly-${index} ${kind ?? ""}`);
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
  endMotion();
  if (!document.startViewTransition || isCalm() || !flights.length || flights.length > MOST) {
    apply();
    return calm.matches ? fade(flights) : undefined;
  }
  /** @type {Picture[]} */
  const named = [];
  const number = ++begun;
  flights.forEach(([, from, , kind], index) => name(at(from), index, named, number, kind));
  const transition = document.startViewTransition(() => {
    forget(named);
    apply();
    flights.forEach(([, , to, kind], index) => name(at(to), index, named, number, kind));
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
 * Let what has come appear where nothing flies.
 * @param {Flight[]} flights
 */
function fade(flights) {
  for (const [, , to] of flights) at(to)?.animate({ opacity: [0, 1] }, FADE);
}

/** @type {Set<() => void>} what brings each number that is counting to its end */
const counting = new Set();

/** Bring all that moves to its end. */
export function endMotion() {
  running?.skipTransition();
  counting.forEach((end) => end());
}

for (const input of ["pointerdown", "keydown"]) addEventListener(input, endMotion, { capture: true });

/** What is counted on the table, by its place. */
export const counts = () =>
  new Map(all("[data-count]").map(({ dataset }) => [dataset.at, Number(dataset.count)]));

/**
 * Let what has grown count up: tokens as each lands, prestige at once or as a noble lands.
 * @param {ReturnType<typeof counts>} before
 * @param {Flight[]} flights
 */
export function countUp(before, flights) {
  if (isCalm()) return;
  for (const one of all("[data-count]")) {
    const { at: place = "", count } = one.dataset;
    const from = before.get(place) ?? Infinity;
    const index = flights.findIndex(([, , to]) => to.split(" ").includes(place));
    if (Number(count) <= from) continue;
    if (!place.startsWith("prestige")) countIn(one, from, Number(count), FLIGHT + APART * index, 0);
    else if (flights[index]?.[3] === "noble") countIn(one, from, Number(count), VISIT - 200, 200);
    else countIn(one, from, Number(count), 0, 400);
  }
}

/**
 * Let a number count up.
 * @param {HTMLElement} element
 * @param {number} from
 * @param {number} to
 * @param {number} delay in milliseconds
 * @param {number} length
 */
function countIn(element, from, to, delay, length) {
  // The text stays where it was drawn: another in its place would never be drawn again.
  const nodes = (element.closest("b") ?? element.querySelector("b"))?.childNodes ?? [];
  const text = [...nodes].find((node) => node instanceof Text && node.data.trim());
  if (!(text instanceof Text)) return;
  let shown = text.data = String(from);
  /** @param {number} n where nothing else has been drawn meanwhile */
  const show = (n) => {
    if (text.data === shown) shown = text.data = String(n);
  };
  const steps = to - from;
  const timers = Array.from(
    { length: steps },
    (_step, n) => setTimeout(n + 1 === steps ? end : show, delay + (length * (n + 1)) / steps, from + n + 1),
  );
  function end() {
    timers.forEach(clearTimeout);
    counting.delete(end);
    show(to);
  }
  counting.add(end);
}

/**
 * Show the moments that came after a move; return what they are. That of a noble stands beside the prestige it brings,
 * even where nothing moves.
 * @param {number} seen the number of the move
 */
export function showMoments(seen) {
  const fresh = all("#moments > *").filter((one) => Number(one.dataset.number) > seen);
  const shown = fresh.map((one) => document.importNode(one, true));
  const nobles = shown.filter(({ dataset }) => dataset.kind === "noble");
  const others = isCalm() ? [] : shown.filter((one) => !nobles.includes(one));
  others.forEach((one, index) => {
    one.addEventListener("animationend", () => one.remove());
    one.classList.add(`moment--${index}`);
  });
  byId("stage-moments").replaceChildren(...others);
  nobles.forEach(welcome);
  return fresh.map(({ dataset }) => dataset.kind);
}

/**
 * Show for a while what a noble brings.
 * @param {HTMLElement} note
 */
function welcome(note) {
  const place = all(`[data-at="prestige-${note.dataset.seat}"]`).find(isSeen);
  if (!place) return;
  note.className = "gain-note";
  document.body.append(note);
  const { right, top } = place.getBoundingClientRect();
  note.style.left = `${Math.max(GAP, Math.min(right, innerWidth - GAP) - note.offsetWidth)}px`;
  note.style.top = `${Math.max(GAP, top - note.offsetHeight - GAP)}px`;
  setTimeout(() => note.remove(), WELCOME);
}
