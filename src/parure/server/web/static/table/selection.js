// @ts-check
// What becomes of what is chosen and not sent: tokens that are one answer together, a stronghold and where it goes,
// a plan. Pure functions; the server says which sets and targets there are.

import { answersOf, nothingChosen } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Chosen} Chosen */
/** @typedef {import("./scene.js").Staged} Staged */

/**
 * @param {string[]} list
 * @param {string} one
 */
export const count = (list, one) => list.filter((other) => other === one).length;

/** @param {Chosen} chosen */
export const isChoosing = ({ picked, origin, staged }) => Boolean(picked.length || origin || staged);

/**
 * Tell whether a set, such as `W U G`, holds all that is picked.
 * @param {string} set
 * @param {string[]} picked
 */
function holds(set, picked) {
  const parts = set.split(" ");
  return picked.every((one) => count(parts, one) >= count(picked, one));
}

/**
 * Tell whether tokens can become an answer.
 * @param {Scene} scene
 * @param {string[]} picked
 */
export const leads = ({ choices }, picked) =>
  Object.keys(choices?.sets ?? {}).some((set) => holds(set, picked));

/**
 * Return the line that tokens make, if they are an answer.
 * @param {Scene} scene
 * @param {string[]} picked
 */
export function lineOf({ choices }, picked) {
  const sets = Object.entries(choices?.sets ?? {});
  return sets.find(([set]) => set.split(" ").length === picked.length && holds(set, picked))?.[1];
}

/** The line that is picked or planned: what a preview is about. @param {Scene} scene */
export const chosenLine = (scene) =>
  scene.chosen.staged?.line ?? (scene.chosen.picked.length ? lineOf(scene, scene.chosen.picked) : undefined);

/**
 * Choose a token, or put it back; null where neither is possible.
 * @param {Scene} scene
 * @param {string} colour
 * @returns {Chosen | null}
 */
export function picking(scene, colour) {
  const { picked } = scene.chosen;
  const chosen = { ...nothingChosen(), isPlan: !scene.isTurn };
  if (leads(scene, [...picked, colour])) return { ...chosen, picked: [...picked, colour] };
  if (picked.includes(colour)) return { ...chosen, picked: picked.filter((one) => one !== colour) };
  return leads(scene, [colour]) ? { ...chosen, picked: [colour] } : null;
}

/**
 * Return what is still chosen at another state of the table, and whether a plan was lost.
 * @param {Scene} scene with what was chosen before
 * @returns {{ chosen: Chosen, isLost: boolean }}
 */
export function kept(scene) {
  const { choices, isTurn, view } = scene;
  let chosen = scene.chosen;
  // The turn may end by a move of another tab: what is chosen waits for the next one.
  if (chosen.picked.length && !isTurn) chosen = { ...chosen, isPlan: true, staged: null };
  const isKnown = Boolean(choices);
  const hasSets = Object.keys(choices?.sets ?? {}).length > 0;
  const lost = chosen.picked.length > 0 && (isTurn || hasSets) && !leads(scene, chosen.picked);
  const { staged } = chosen;
  const isOther = staged?.line && staged.thing && staged.card !== cardAt(view, staged.thing, scene.you.seat);
  const isOffered = staged?.thing && answersOf(scene, staged.thing).some(({ move }) => move === staged.line);
  const isGone = staged?.line && isKnown && !isOffered;
  if (lost || isOther || isGone) return { chosen: nothingChosen(), isLost: chosen.isPlan };
  if (chosen.origin && !choices?.targets[chosen.origin]) chosen = { ...chosen, origin: "" };
  const ways = choices?.paying?.ways ?? [];
  if (chosen.way && !ways.some(({ line }) => line === chosen.way)) chosen = { ...chosen, way: "" };
  return { chosen, isLost: false };
}

/**
 * Return the card at a thing of the market or of the viewer's hand; nothing where it holds none.
 * @param {Scene["view"]} view
 * @param {string} thing
 * @param {number | null} seat
 */
export function cardAt(view, thing, seat) {
  const [kind, place] = thing.split("-");
  if (kind === "place") return view.rows[place] ?? "";
  if (kind === "hand" && seat !== null) return view.seats[seat].hand[Number(place) - 1] ?? "";
  return "";
}
