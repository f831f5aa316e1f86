// @ts-check
// What moves let fly, and between which elements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { flightsOf } from "../../src/parure/server/web/static/table/flights.js";
import { fixturesOf } from "./drawn.js";

const { taken, bought, reserved, fromHand, noble, many, colourless } = await fixturesOf("flights");

/** @param {any} doc */
const waysIn = (doc) => flightsOf(doc, -1).map(([, from, to]) => `${from} ${to}`);

test("tokens fly from the bank and back", () => {
  assert.deepEqual(waysIn(taken), ["W", "U", "G"].map((colour) => `bank-${colour} token-0-${colour}`));
  assert(waysIn(bought).includes("token-0-U bank-U"));
});

test("a card that is bought flies to the bonuses of its colour, and another fills its place", () => {
  assert(waysIn(bought).includes("place-1a bonus-0-W"));
  assert(waysIn(bought).includes("deck-1 place-1a"));
  assert(waysIn(fromHand).includes("hand-0 bonus-0-W"));
});

test("a card from a deck turns where it is seen", () => {
  /** @param {any} doc */
  const turning = (doc) => flightsOf(doc, -1).flatMap(([, , to, kind]) => kind === "turns" ? [to] : []);
  assert.deepEqual(turning(bought), ["place-1a"]);
  assert.deepEqual(turning(reserved), []);
});

test("a card without a colour flies to the cards", () => {
  assert(waysIn(colourless).includes("place-1e cards-0"));
});

test("a reserved card flies into the hand", () => {
  assert.deepEqual(waysIn(reserved), ["deck-2 hand-0", "bank-gold token-0-gold"]);
});

test("a noble flies to those that have come, or else to the prestige that it brings", () => {
  const flight = flightsOf(noble, -1).find(([, from]) => from === "noble-01");
  assert.deepEqual(flight?.slice(1), ["noble-01", "nobles-0 prestige-0", "noble"]);
});

test("only what is new flies, and no more than can be seen", () => {
  const [last] = many.game.log.slice(-1);
  assert.deepEqual(flightsOf(taken, taken.game.log.at(-1).number), []);
  assert.deepEqual(flightsOf(many, last.number - 1).map(([number]) => number), [
    last.number,
    last.number,
    last.number,
  ]);
  assert.equal(flightsOf(many, -1).length, 12);
  const doubled = { ...many, game: { ...many.game, log: [...many.game.log, ...many.game.log] } };
  assert.equal(flightsOf(doubled, -1).length, 13);
});
