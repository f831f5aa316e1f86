// @ts-check
// The log in sentences: who did what, to whom, and what it cost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { log, turnsOf } from "../../src/parure/server/web/static/table/log.js";
import { elementOf, fixturesOf, htmlOf, wordsOf } from "./drawn.js";

const {
  removed,
  placed,
  moved,
  twoPurchases,
  gained,
  returned,
  unseen,
  undone,
  rounds,
  unusual,
  long,
  ...start
} = await fixturesOf("log");

/**
 * The last turn of a log.
 * @param {any} doc
 */
function last(doc) {
  const turn = turnsOf(doc).at(-1);
  assert(turn);
  return turn;
}

/** @param {any} doc */
const logOf = (doc) => log(sceneOf(doc));

test("a removed stronghold is its owner’s", () => {
  for (const doc of [removed.Ann, removed.nobody]) {
    const { said, words, loud } = last(doc);
    assert.match(said, /removed a stronghold belonging to Ben from a level-2 green card$/);
    assert.match(htmlOf(words), /href="#w1"/);
    assert.doesNotMatch(htmlOf(words), /href="#w0"/);
    assert.match(htmlOf(words), /href="#t-base-2g1"/);
    assert.equal(loud, false);
  }
});

test("whoever loses a stronghold is told", () => {
  const { said, loud } = last(removed.Ben);
  assert.match(said, /removed a stronghold of yours from a level-2 green card$/);
  assert.equal(loud, true);
  assert.equal("data-loud" in (elementOf(logOf(removed.Ben), "line-1-0") ?? {}), true);
  assert.equal("data-loud" in (elementOf(logOf(removed.Ann), "line-1-0") ?? {}), false);
});

test("a stronghold is placed and moved by its owner", () => {
  assert.match(last(placed).said, /placed a stronghold on a level-2 green card$/);
  assert.match(last(moved).said, /moved a stronghold/);
  assert.match(htmlOf(last(moved).words), /href="#w0"/);
  assert.equal(last(moved).loud, false);
});

test("each purchase of a turn has its own price", () => {
  const said = "Ann bought for blue, blue, blue: a level-1 white card · " +
    "placed a stronghold on a level-1 white card · " +
    "conquered for red, red, black: a level-1 white card";
  assert.equal(last(twoPurchases).said, said);
});

test("what a post gives is not part of the price", () => {
  const said = "Ann bought for blue, blue, blue: a level-1 white card · gained blue";
  assert.equal(last(gained).said, said);
});

test("tokens that are given back are told together", () => {
  assert.equal(last(returned).said, "Ann took white, blue, green · gave back white, blue");
});

test("a card reserved unseen is told by its deck", () => {
  assert.equal(last(unseen).said, "Ann reserved unseen, took gold: Level 2, face down");
  assert.deepEqual(last(unseen).cards, ["?2"]);
  assert.match(htmlOf(logOf(unseen)), /href="#t-deck-2"/);
});

test("what somebody took back is said until somebody moves", () => {
  for (const doc of [undone.Ben, undone.nobody]) assert.match(wordsOf(logOf(doc)), /Ann undid a move/);
  assert.doesNotMatch(wordsOf(logOf(undone.after)), /undid a move/);
});

test("rounds have headings, and turns since one’s own are marked", () => {
  const drawn = logOf(rounds);
  assert.match(wordsOf(drawn), /^Log Round 2 × Round 1 Ann took Ben took Round 2 Ann reserved/);
  assert.deepEqual(turnsOf(rounds).map(({ fresh }) => fresh), [false, false, false]);
  assert.deepEqual(turnsOf(removed.Ben).map(({ fresh }) => fresh), [true]);
  assert.equal(elementOf(logOf(removed.Ben), "line-1-0")?.class, "log-line seat-0 is-fresh");
  assert(elementOf(drawn, "round-2"));
});

test("nothing is told before the first move", () => {
  assert.deepEqual(turnsOf(start.new), []);
  assert.equal(wordsOf(logOf(start.new)), "Log Round 1 × Round 1");
});

test("what was unusual about a turn is said", () => {
  const [first, second] = turnsOf(unusual).map(({ said }) => said);
  assert.match(first, / · time had run out$/);
  assert.match(second, / · the bot failed, so another legal move was played$/);
});

test("the log shows the last thirty turns", () => {
  assert.equal(turnsOf(long).length, 36);
  assert.equal(htmlOf(logOf(long)).split("data-number").length - 1, 30);
  assert.deepEqual(turnsOf(long, 1), turnsOf(long).slice(-1));
});
