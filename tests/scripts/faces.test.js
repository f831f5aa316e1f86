// @ts-check
// All that is drawn is there: in the sheet that comes with a page, and in the whole one that it fetches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bank } from "../../src/parure/server/web/static/table/bank.js";
import { bench } from "../../src/parure/server/web/static/table/bench.js";
import { choice } from "../../src/parure/server/web/static/table/choice_dialog.js";
import { goals } from "../../src/parure/server/web/static/table/goals.js";
import { market } from "../../src/parure/server/web/static/table/market.js";
import { moments } from "../../src/parure/server/web/static/table/moments.js";
import { panels, sheets } from "../../src/parure/server/web/static/table/player.js";
import { question } from "../../src/parure/server/web/static/table/question.js";
import { sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { log } from "../../src/parure/server/web/static/table/log.js";
import { fixturesOf, htmlOf } from "./drawn.js";

const { states, visited } = await fixturesOf("faces");
const DRAWING = [panels, sheets, goals, market, bank, question, choice, log, moments, bench];

/**
 * The names of all faces that a table shows.
 * @param {any} doc
 */
function shown(doc) {
  const scene = sceneOf(doc);
  const html = htmlOf(DRAWING.map((draw) => draw(scene)));
  return new Set([...html.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name));
}

test("a page comes with the faces that it shows first", () => {
  for (const { doc, first } of states) {
    const missing = [...shown(doc)].filter((name) => !first.includes(name));
    assert.deepEqual(missing, []);
  }
});

test("it fetches all others", () => {
  for (const { doc, first, whole } of [...states, visited]) {
    const names = shown(doc);
    assert(names.size > 40);
    assert.deepEqual([...names].filter((name) => !whole.includes(name)), []);
    assert(whole.length > first.length);
  }
});
