// @ts-check
// The people at a table: who plays a seat, how they stand, and who has won.

import { _, bots, cities, fill, listed, prestigeWords, titled } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * Say who plays a seat, and whether they are there; nothing of the viewer themselves.
 * @param {Scene} scene
 * @param {number} seat
 */
export function aboutOf({ table, you }, seat) {
  const { away, bot, present, program, resigned } = table.seats[seat];
  if (resigned) return bot ? _("resigned, a bot is playing") : _("resigned");
  if (away) return _("away, a bot is playing");
  if (bot) return bots[bot]?.words ?? _("bot");
  if (you.seats.includes(seat)) return "";
  if (!present) return _("not connected");
  return program ? _("a program") : "";
}

/**
 * Say who has how much prestige.
 * @param {string} name
 * @param {number} prestige
 */
export const standingWords = (name, prestige) => titled(name, prestigeWords(prestige));

/**
 * Describe a seat in a sentence.
 * @param {Scene} scene
 * @param {number} seat
 */
export function seatWords(scene, seat) {
  const { names, view } = scene;
  return [
    standingWords(names[seat], view.seats[seat].prestige),
    aboutOf(scene, seat),
    hasBegun(seat) ? _("went first") : "",
    seat === view.to_play ? _("to play") : "",
  ].filter(Boolean).join(", ");
}

/**
 * Tell whether a seat made the first move (B5).
 * @param {number} seat
 */
export const hasBegun = (seat) => seat === 0;

/**
 * Say who has won, and with which city; for a game that is over.
 * @param {Scene} scene
 */
export function outcomeOf({ game, names, view, you }) {
  const { ended = null, winners = [] } = game.result ?? {};
  if (!winners.length) return _("The game ended early");
  if (winners.length > 1) {
    return fill(_("Shared victory: {names}"), { names: listed(winners.map((seat) => names[seat])) });
  }
  const [winner] = winners;
  const city = ended ? undefined : view.cities.find((id) => game.met[id].includes(winner));
  if (you.seats.length === 1 && you.seats[0] === winner) {
    return city ? fill(_("You win with {city}"), { city: cities[city].name }) : _("You win");
  }
  if (!city) return fill(_("{name} wins"), { name: names[winner] });
  return fill(_("{name} wins with {city}"), { name: names[winner], city: cities[city].name });
}
