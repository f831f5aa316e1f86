// Flights: cards and tokens go from where they were to where they are. A new state never waits for them.

import { setting } from "./settings.js";

const MOST = 12;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let running = null;

const isSeen = (one) => one.getClientRects().length > 0;

/** Find what flies: the picture of a thing, since what flies can't be pressed meanwhile. */
function at(name) {
  const thing = [...document.querySelectorAll(`[data-at="${name}"]`)].find(isSeen);
  const pictures = [...(thing?.querySelectorAll(".disc, .face, .rosette") ?? [])].filter(isSeen);
  return pictures.at(-1) ?? thing;
}

/** Give an element a name for the next transition, unless it has one. */
function name(element, index, named) {
  if (!element || element.style.viewTransitionName) return;
  element.style.viewTransitionName = `fly-${index}`;
  named.push(element);
}

const forget = (named) => named.splice(0).forEach((one) => one.style.removeProperty("view-transition-name"));

/** Tell whether nothing should move: as the system or the player wishes. */
export const isCalm = () => calm.matches || setting("calm") || document.hidden;

/** Show a new state, by `apply`, with the flights that lead to it. */
export function fly(flights, apply) {
  running?.skipTransition();
  if (!document.startViewTransition || isCalm() || !flights.length || flights.length > MOST) return apply();
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
