// @ts-check
// Why something cannot be had now: whether the server is to be asked for it, and where. What a viewer lacks for a
// card, and strongholds that keep them from it, are to be seen: nobody asks for these.

import { answersOf } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./document.d.ts").CardLack} CardLack */

/**
 * Tell whether a thing does not offer what it may offer at other times, for a reason that is not to be seen.
 * @param {Scene} scene
 * @param {string} thing
 */
export function needsReasons(scene, thing) {
  if (!scene.asksAction) return false;
  const { view, you } = scene;
  const [kind, name] = thing.split("-");
  if (kind === "bank") return name !== "gold" && !(`${name} ${name}` in (scene.choices?.sets ?? {}));
  if (kind === "deck") return name in view.decks && !offers(scene, thing, "reserve");
  if (kind === "hand") return isRefused(scene, thing, view.seats[you.seat ?? 0].hand[Number(name) - 1]);
  if (kind !== "place" || !view.rows[name]) return false;
  const [holder = you.seat] = view.strongholds[name] ?? [];
  if (holder !== you.seat) return false;
  return !offers(scene, thing, "reserve") || isRefused(scene, thing, view.rows[name]);
}

/**
 * Return where the reasons are asked for.
 * @param {Scene} scene
 * @param {string} thing
 * @param {string} path of the table or the puzzle
 */
export function reasonsAddress({ you }, thing, path) {
  const query = new URLSearchParams({ thing, ...(you.seat === null ? {} : { seat: String(you.seat) }) });
  return `${path}/reasons?${query}`;
}

/**
 * @param {Scene} scene
 * @param {string} thing
 * @param {string} verb
 */
const offers = (scene, thing, verb) =>
  answersOf(scene, thing).some(({ move }) => move.startsWith(`${verb} `));

/**
 * Tell whether a card cannot be bought although no token is lacking.
 * @param {Scene} scene
 * @param {string} thing
 * @param {string | null | undefined} id of the card, if one lies there
 */
function isRefused(scene, thing, id) {
  if (!id) return false;
  const { gold = 0, has_gold: own = 0 } = /** @type {CardLack} */ (scene.you.lacks?.[id] ?? {});
  return gold <= own && !offers(scene, thing, "buy");
}
