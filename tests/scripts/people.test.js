// @ts-check
// Who plays a seat, how they stand, and who has won.

import assert from "node:assert/strict";
import { test } from "node:test";
import { aboutOf, outcomeOf, seatWords } from "../../src/parure/server/web/static/table/people.js";
import { panels, sheets } from "../../src/parure/server/web/static/table/player.js";
import { sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { elementWith, fixturesOf, htmlOf, wordsOf } from "./drawn.js";

const { here, alone, away, cities } = await fixturesOf("people");

/**
 * Say how a game has ended.
 * @param {any} doc
 * @param {number[]} winners
 * @param {"resigned" | "agreed" | null} [ended]
 * @param {Record<string, number[]>} [met]
 */
function outcome(doc, winners, ended = null, met = doc.game.met) {
  const result = { winners, prestige: [15, 15], turns: 40, ended };
  return outcomeOf(sceneOf({ ...doc, game: { ...doc.game, met, result } }));
}

test("it is said who plays a seat, and of others whether they are there", () => {
  assert.deepEqual([0, 1].map((seat) => aboutOf(sceneOf(here), seat)), ["", ""]);
  assert.equal(aboutOf(sceneOf(alone), 1), "not connected");
  assert.equal(aboutOf(sceneOf(away), 1), "away, a bot is playing");
  assert.notEqual(aboutOf(sceneOf(here), 2), "");
});

test("a program is said to be one", () => {
  const [own, other, bot] = here.table.seats;
  const doc = { ...here, table: { ...here.table, seats: [own, { ...other, program: true }, bot] } };
  assert.equal(aboutOf(sceneOf(doc), 1), "a program");
});

test("a seat is described in a sentence", () => {
  assert.equal(seatWords(sceneOf(here), 0), "Ann: 0 prestige, went first, to play");
  assert.equal(seatWords(sceneOf(alone), 1), "Ben: 0 prestige, not connected");
});

test("the others have panels, and all have sheets", () => {
  const scene = sceneOf(here);
  assert.equal(elementWith(panels(scene), "id", "seat-0"), undefined);
  assert.equal(elementWith(panels(scene), "id", "seat-1")?.class, "seat seat-1");
  assert.equal(elementWith(panels(sceneOf(alone)), "id", "seat-1")?.class, "seat seat-1 is-away");
  assert.equal(htmlOf(sheets(scene)).match(/class="sheet /g)?.length, 3);
  assert.match(htmlOf(panels(scene)), /data-clock="600.0"/);
  assert.match(wordsOf(sheets(scene)), /^Ann .*Ben .*Random/);
});

test("it is said who has won", () => {
  assert.equal(outcome(here, [1]), "Ben wins");
  assert.equal(outcome(here, [0, 1]), "Shared victory: Ann and Ben");
  assert.equal(outcome(here, [], "agreed"), "The game ended early");
});

test("a city that has won is named, unless somebody gave up", () => {
  const [id] = cities.game.view.cities;
  assert.match(outcome(cities, [1], null, { ...cities.game.met, [id]: [1] }), /^Ben wins with \S+/);
  assert.equal(outcome(cities, [1], "resigned", { ...cities.game.met, [id]: [1] }), "Ben wins");
});
