// @ts-check
// What stands out on a table: nobles in their places, moments, who has won and with what.

import assert from "node:assert/strict";
import { test } from "node:test";
import { note } from "../../src/parure/server/web/static/table/bar.js";
import { goals } from "../../src/parure/server/web/static/table/goals.js";
import { moments } from "../../src/parure/server/web/static/table/moments.js";
import { question } from "../../src/parure/server/web/static/table/question.js";
import { sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { classesOf, elementOf, elementWith, fixturesOf, htmlOf, wordsOf } from "./drawn.js";

const { before, after, claimed, agreed, cities, city, taken, post, conquest } = await fixturesOf(
  "moments",
);

/** @param {any} doc */
const momentsOf = (doc) => moments(sceneOf(doc));

/** @param {any} doc */
const goalsOf = (doc) => goals(sceneOf(doc));

/**
 * The tiles that are drawn, in order.
 * @param {any} doc
 */
const tilesOf = (doc) => [...htmlOf(goalsOf(doc)).matchAll(/ data-at="([^"]+)"/g)].map(([, id]) => id);

/**
 * The seats whose shields stand on a tile.
 * @param {any} doc
 * @param {string} id
 */
function ownersOf(doc, id) {
  const html = htmlOf(goalsOf(doc));
  const [face] = html.slice(html.indexOf(`data-at="${id}"`)).split("</button>");
  return [...face.matchAll(/href="#h(\d)"/g)].map(([, seat]) => Number(seat));
}

test("a noble that leaves keeps its place", () => {
  const tiles = ["noble-01", "noble-03", "noble-06"];
  assert.deepEqual(tilesOf(before), tiles);
  assert.deepEqual(tilesOf(after.Ben), tiles);
  const drawn = goalsOf(after.Ben);
  assert.deepEqual(tiles.map((id) => classesOf(drawn, id).includes("is-gone")), [true, false, false]);
  assert.deepEqual(tiles.map((id) => ownersOf(after.Ben, id)), [[0], [], []]);
  assert.equal(elementOf(drawn, "card-noble-01")?.["data-tip"], "It has visited Ann.");
});

test("a reserved noble keeps its place too", () => {
  assert.deepEqual(tilesOf(claimed), ["noble-01", "noble-03", "noble-06"]);
  assert.match(
    elementOf(goalsOf(claimed), "card-noble-01")?.["data-tip"] ?? "",
    /it can’t visit anyone else/,
  );
});

test("an end by agreement is no moment", () => {
  assert.equal(wordsOf(momentsOf(agreed)), "");
  assert.match(
    wordsOf(question(sceneOf(agreed))),
    /^The game ended early Ended by agreement: nobody wins\./,
  );
});

test("the visit of a noble is a moment", () => {
  assert.equal(wordsOf(momentsOf(before)), "");
  const drawn = momentsOf(after.nobody);
  assert.equal(wordsOf(drawn), "+3 Noble");
  assert.equal(elementWith(drawn, "data-kind", "noble")?.class, "moment seat-0");
  assert.equal(wordsOf(moments(sceneOf(after.nobody, { still: true }))), "");
});

test("a post, a city and a conquest are moments", () => {
  assert.match(wordsOf(momentsOf(post)), /^Ann wins a post /);
  assert(elementWith(momentsOf(post), "data-kind", "post"));
  assert.equal(wordsOf(momentsOf(conquest)), "Ann conquers a card");
  assert.match(htmlOf(momentsOf(conquest)), /href="#c-base-1w2"/);
  assert.match(wordsOf(momentsOf(taken)), /^Ann takes \S+/);
  assert(elementWith(momentsOf(taken), "data-kind", "city"));
});

test("what ends the game is always said", () => {
  assert.match(wordsOf(question(sceneOf(before))), /First to 15/);
  assert.match(wordsOf(note(sceneOf(before))), /First to 15/);
  assert.match(wordsOf(note(sceneOf(cities))), /First to a city/);
  assert.match(wordsOf(note(sceneOf(city.last))), /Last round/);
  assert.match(wordsOf(question(sceneOf(city.last))), /Last round/);
});

test("the city that ends the game is marked and named", () => {
  for (const doc of [city.last, city.over]) {
    const tiles = ["city24-6a", "city24-1a", "city24-2a"];
    assert.deepEqual(tiles.map((id) => ownersOf(doc, id)), [[0], [], []]);
  }
  assert.match(wordsOf(question(sceneOf(city.over))), /^Ann wins with Seoul/);
  assert.match(wordsOf(momentsOf(city.nobody)), /Ann wins with Seoul$/);
  assert(elementWith(momentsOf(city.nobody), "data-kind", "end"));
});
