// @ts-check
// Of what the server is asked why it cannot be had: not of what can, nor of what is to be seen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { needsReasons, reasonsAddress } from "../../src/parure/server/web/static/table/reasons.js";
import { sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { fixturesOf } from "./drawn.js";

const { free, full, short, scarce, held, paired, returning, planned, watched } = await fixturesOf("reasons");

/**
 * @param {any} doc
 * @param {string} thing
 */
const isAsked = (doc, thing) => needsReasons(sceneOf(doc), thing);

test("nobody asks for what can be had", () => {
  for (const thing of ["place-1a", "deck-1", "bank-W", "bank-gold"]) assert(!isAsked(free, thing), thing);
});

test("a full hand is a reason", () => {
  for (const thing of ["place-1a", "deck-1"]) assert(isAsked(full, thing), thing);
});

test("tokens that are lacking are none", () => {
  assert(!isAsked(short, "place-1a"));
  assert(!isAsked(short, "hand-1"));
});

test("a colour of which two cannot be taken has one", () => {
  assert(isAsked(scarce, "bank-W"));
  assert(!isAsked(scarce, "bank-U"));
});

test("a stronghold of another is to be seen", () => {
  assert(!isAsked(held, "place-1a"));
  assert(isAsked(held, "place-1b"));
});

test("a card that cannot be bought although nothing is lacking has one", () => {
  assert(isAsked(paired, "place-1e"));
});

test("it is asked where one plans too, and where nothing is chosen never", () => {
  assert(isAsked(planned, "deck-1"));
  for (const doc of [returning, watched]) assert(!isAsked(doc, "bank-U"));
  assert(!needsReasons(sceneOf(full, { still: true }), "deck-1"));
});

test("what is no such thing has none", () => {
  for (const thing of ["place-1e", "deck-1o", "noble-01", "own-W"]) assert(!isAsked(full, thing), thing);
});

test("the server is asked by the seat and the thing", () => {
  assert.equal(
    reasonsAddress(sceneOf(full), "place-1a", "/tables/t"),
    "/tables/t/reasons?thing=place-1a&seat=0",
  );
  assert.equal(reasonsAddress(sceneOf(watched), "deck-1", "/tables/t"), "/tables/t/reasons?thing=deck-1");
});
