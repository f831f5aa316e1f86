// @ts-check
// A table as a whole: names, what others touched, what is marked, what can be answered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bank } from "../../src/parure/server/web/static/table/bank.js";
import { bench } from "../../src/parure/server/web/static/table/bench.js";
import { goals } from "../../src/parure/server/web/static/table/goals.js";
import { market } from "../../src/parure/server/web/static/table/market.js";
import { panels } from "../../src/parure/server/web/static/table/player.js";
import { question } from "../../src/parure/server/web/static/table/question.js";
import { nameOf, sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { log, turnsOf } from "../../src/parure/server/web/static/table/log.js";
import { classesOf, elementOf, fixturesOf, htmlOf, wordsOf } from "./drawn.js";

const { bots, replaced, open, touched, strange, strongholds, planned, watched } = await fixturesOf("scene");

/** @param {any} scene */
const drawn = (scene) => [panels, goals, market, bank, question, log, bench].map((draw) => draw(scene));

test("bots have names of the page’s language, and people their own", () => {
  assert.deepEqual(sceneOf(bots).names, ["Ann", "Random", "Random 2"]);
  assert.deepEqual(sceneOf(replaced).names, ["Ann", "Ben"]);
  const nobody = { ...bots, table: { ...bots.table, seats: [open, open] } };
  assert.equal(nameOf(nobody, 1), "Seat 2");
});

test("the viewer’s seat comes first, the others in the order of play", () => {
  assert.deepEqual(sceneOf(touched.Ben).order, [1, 2, 0]);
  assert.deepEqual(sceneOf(watched).order, [0, 1]);
});

test("what others touched since one’s own last move is marked", () => {
  const { touched: all } = sceneOf(touched.Ben);
  assert.deepEqual(all, { "place-2b": [2] });
  assert.deepEqual(sceneOf(touched.Ann).touched, {
    "bank-W": [1],
    "bank-U": [1],
    "bank-R": [1],
    "place-2b": [2],
  });
  assert.deepEqual(sceneOf(touched.later).touched, { "place-2b": [2], "deck-1": [0] });
  assert.match(htmlOf(market(sceneOf(touched.Ben))), /<span class="corners seat-2"/);
  assert.match(htmlOf(bank(sceneOf(touched.Ann))), /class="touched"/);
});

test("a name is no message, no element and no amount", () => {
  const scene = sceneOf(strange);
  const name = strange.table.seats[1].name;
  assert(wordsOf(panels(scene)).includes(name));
  assert(wordsOf(question(scene)).includes(`${name} to play`));
  assert(turnsOf(strange).at(-1)?.said.includes(`belonging to ${name} from`));
});

test("strongholds to place, move and remove look different", () => {
  const cards = market(sceneOf(strongholds));
  const deeds = ["place-2b", "place-2a", "place-3a"].map((thing) =>
    classesOf(cards, thing).filter((one) => one.startsWith("can-"))
  );
  assert.deepEqual(deeds, [["can-remove"], ["can-place", "can-move"], ["can-place"]]);
  const signs = htmlOf(cards).match(/deed--remove"><svg[^>]*><use href="#w1"/g);
  assert.equal(signs?.length, 1);
  assert.match(wordsOf(cards), /Move this stronghold…/);
});

test("who plans does not look as if it were their turn", () => {
  const scene = sceneOf(planned);
  assert.equal(scene.isTurn, false);
  assert.equal(scene.choices?.planned, true);
  assert.equal(scene.asksAction, true);
});

test("who watches can touch nothing, nor can anybody where nothing is played", () => {
  for (const scene of [sceneOf(watched), sceneOf(planned, { still: true })]) {
    assert.equal(scene.choices, undefined);
    assert.doesNotMatch(htmlOf(drawn(scene)), /data-(move|pick|begin)/);
  }
  assert.match(htmlOf(drawn(sceneOf(planned))), /data-move="buy 1a"/);
});

test("what is said of things for a while stands on them", () => {
  /** @type {Record<string, import("../../src/parure/server/web/static/table/scene.js").Note>} */
  const notes = {
    "place-1a": { then: "then", nextBuyer: { seat: 0, words: "can buy it next" } },
    "place-1b": { hint: "hint" },
    "bank-W": { played: { seat: 0, words: "played" } },
    "own-U": { more: "+1" },
  };
  const all = drawn(sceneOf(planned, { notes }));
  assert(classesOf(all, "place-1a").includes("is-then"));
  assert.equal(elementOf(all, "place-1a")?.["data-then"], "then");
  assert.match(wordsOf(all), /can buy it next/);
  assert.match(htmlOf(all), /class="next-buyer seat-0"/);
  assert.deepEqual([classesOf(all, "place-1b").at(-1), elementOf(all, "place-1b")?.["data-hint"]], [
    "is-hinted",
    "hint",
  ]);
  assert.deepEqual(classesOf(all, "bank-W").slice(-2), ["is-played", "seat-0"]);
  assert.equal(elementOf(all, "own-U")?.["data-more"], "+1");
});

test("what a coach speaks of is lit", () => {
  const coach = /** @type {any} */ ({ lights: ["deck-1"], suggested: "", number: 1, total: 1 });
  const taught = drawn(sceneOf({ ...planned, you: { ...planned.you, coach } }));
  assert(classesOf(taught, "deck-1").includes("coached"));
});
