// @ts-check
// What is chosen and not sent, and what becomes of it when the table goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bank } from "../../src/parure/server/web/static/table/bank.js";
import { bench } from "../../src/parure/server/web/static/table/bench.js";
import { presetsOf, swapped, wayOf } from "../../src/parure/server/web/static/table/choice_dialog.js";
import {
  cardAt,
  chosenLine,
  isChoosing,
  kept,
  leads,
  lineOf,
  picking,
} from "../../src/parure/server/web/static/table/selection.js";
import { market } from "../../src/parure/server/web/static/table/market.js";
import { nothingChosen, sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { classesOf, elementOf, fixturesOf, htmlOf } from "./drawn.js";

const { action, waiting, alike, returning, payment, stronghold, planned } = await fixturesOf("selection");

/** @typedef {import("../../src/parure/server/web/static/table/scene.js").Chosen} Chosen */

/**
 * @param {any} doc
 * @param {Partial<Chosen>} [chosen]
 */
const at = (doc, chosen = {}) => sceneOf(doc, { chosen: { ...nothingChosen(), ...chosen } });

/**
 * What is picked after some tokens were touched, one after the other.
 * @param {any} doc
 * @param {string[]} colours
 */
const after = (doc, ...colours) =>
  colours.reduce(
    (/** @type {string[]} */ picked, colour) => picking(at(doc, { picked }), colour)?.picked ?? picked,
    [],
  );

/**
 * A plan for a thing.
 * @param {string} line
 * @param {string} thing
 * @param {string} card
 * @returns {Partial<Chosen>}
 */
const plan = (line, thing, card) => ({
  isPlan: true,
  staged: { label: "", line, thing, card, then: () => {} },
});

test("tokens lead to an answer where a set holds them", () => {
  assert(leads(at(action), ["W"]));
  assert(leads(at(action), ["W", "W"]));
  assert(leads(at(action), ["G", "W", "K"]));
  assert(!leads(at(action), ["W", "W", "U"]));
  assert(!leads(at(action), ["gold"]));
  assert(!leads(sceneOf(action, { still: true }), ["W"]));
});

test("tokens in any order are one line together", () => {
  assert.equal(lineOf(at(action), ["G", "W", "U"]), "take W U G");
  assert.equal(lineOf(at(action), ["W", "W"]), "take W W");
  assert.equal(lineOf(at(action), ["W", "U"]), undefined);
  assert.equal(chosenLine(at(action)), undefined);
  assert.equal(chosenLine(at(action, { picked: ["G", "U", "W"] })), "take W U G");
  assert.equal(chosenLine(at(waiting, plan("reserve 1a", "place-1a", ""))), "reserve 1a");
});

test("a touch picks a token, puts it back, or begins anew", () => {
  assert.deepEqual(after(action, "W"), ["W"]);
  assert.deepEqual(after(action, "W", "U", "G"), ["W", "U", "G"]);
  assert.deepEqual(after(action, "W", "W"), ["W", "W"]);
  assert.deepEqual(after(action, "W", "W", "W"), []);
  assert.deepEqual(after(action, "W", "U", "W"), ["U"]);
  assert.deepEqual(after(action, "W", "U", "G", "K"), ["K"]);
  assert.equal(picking(at(alike, { picked: [] }), "K"), null);
});

test("what is picked before one’s turn is a plan", () => {
  assert.equal(picking(at(action), "W")?.isPlan, false);
  assert.equal(picking(at(waiting), "W")?.isPlan, true);
  assert.equal(isChoosing(nothingChosen()), false);
  assert.equal(isChoosing(at(action, { picked: ["W"] }).chosen), true);
  assert.equal(isChoosing(at(action, { origin: "place-2a" }).chosen), true);
});

test("tokens of the bank show which are picked, and which no longer lead to an answer", () => {
  const drawn = bank(at(action, { picked: ["W", "U"] }));
  const { "aria-pressed": pressed, "data-chosen": chosen, "data-pick": pick } = elementOf(drawn, "bank-W") ??
    {};
  assert.deepEqual([pressed, chosen, pick], ["true", "1", "W"]);
  assert.equal(elementOf(drawn, "bank-G")?.["aria-pressed"], "false");
  assert(!classesOf(drawn, "bank-G").includes("is-out"));
  assert(classesOf(bank(at(action, { picked: ["W", "W"] })), "bank-G").includes("is-out"));
  assert.equal(elementOf(drawn, "bank-gold")?.["data-pick"], undefined);
  assert(!htmlOf(bank(sceneOf(action, { still: true }))).includes("data-pick"));
});

test("of one’s own tokens those are picked that are given back", () => {
  assert.equal(lineOf(at(returning.Ann), ["U", "W"]), "return W, return U");
  const drawn = bench(at(returning.Ann, { picked: ["W"] }));
  assert.equal(elementOf(drawn, "own-W")?.["data-chosen"], "1");
  assert.equal(elementOf(drawn, "own-R")?.["data-pick"], undefined);
  assert(!htmlOf(bank(at(returning.Ann))).includes("data-pick"));
  assert(!htmlOf(bench(at(returning.Ben))).includes("data-pick"));
});

test("what is picked stays while it is possible", () => {
  const picked = ["W", "U", "G"];
  assert.deepEqual(kept(at(action, { picked })).chosen.picked, picked);
  assert.deepEqual(kept(at(planned.other, { picked, isPlan: true })).chosen.picked, picked);
  const { chosen, isLost } = kept(at(alike, { picked, isPlan: true }));
  assert.deepEqual([chosen, isLost], [nothingChosen(), true]);
  assert.equal(kept(at(alike, { picked })).isLost, false);
});

test("what is picked becomes a plan when the turn has ended elsewhere", () => {
  const { chosen, isLost } = kept(at(waiting, { picked: ["W"] }));
  assert.deepEqual([chosen.picked, chosen.isPlan, isLost], [["W"], true, false]);
  assert.deepEqual(kept(at(returning.Ben, { picked: ["W"], isPlan: true })).chosen.picked, ["W"]);
});

test("a plan is lost when its card is gone, and said to be", () => {
  const dear = plan("buy 2a", "place-2a", "base-2r1");
  const reserving = plan("reserve 1a", "place-1a", "base-1w1");
  assert.equal(cardAt(planned.before.game.view, "hand-1", 1), "base-1w3");
  assert.equal(cardAt(planned.before.game.view, "place-1a", 1), "base-1w1");
  assert.equal(cardAt(planned.before.game.view, "deck-1", 1), "");
  assert.equal(kept(at(planned.before, reserving)).isLost, false);
  assert.equal(kept(at(planned.other, reserving)).chosen.staged?.line, "reserve 1a");
  assert.deepEqual(kept(at(planned.taken, reserving)), { chosen: nothingChosen(), isLost: true });
  assert.deepEqual(kept(at(planned.before, dear)), { chosen: nothingChosen(), isLost: true });
});

test("a plan is kept while nobody can tell what will be possible", () => {
  const reserving = plan("reserve 1a", "place-1a", returning.Ben.game.view.rows["1a"]);
  assert.equal(returning.Ben.you.choices, undefined);
  assert.equal(kept(at(returning.Ben, reserving)).chosen.staged?.line, "reserve 1a");
});

test("a stronghold that is moved shows where to, and is put back when that is no longer asked", () => {
  const drawn = market(at(stronghold, { origin: "place-2a" }));
  assert(classesOf(drawn, "place-2a").includes("is-chosen"));
  assert(classesOf(drawn, "place-3a").includes("is-target"));
  assert(classesOf(drawn, "place-2b").includes("is-faded"));
  assert.equal(kept(at(stronghold, { origin: "place-2a" })).chosen.origin, "place-2a");
  assert.equal(kept(at(action, { origin: "place-2a" })).chosen.origin, "");
});

test("a payment is chosen from ways that have names, and swapped coin by coin", () => {
  const { ways } = payment.you.choices.paying;
  assert.deepEqual(presetsOf(ways).map(({ words }) => words), ["Least gold", "Keep colours"]);
  const first = wayOf(ways, "");
  const more = swapped(ways, first, "U", 1);
  assert.deepEqual([first.line, more?.line], ["pay", "pay gold U, pay"]);
  assert.equal(wayOf(ways, more?.line ?? ""), more);
  assert.equal(swapped(ways, first, "U", -1), undefined);
  assert(more);
  assert.equal(swapped(ways, more, "U", -1), first);
  assert.equal(kept(at(payment, { way: more.line })).chosen.way, more.line);
  assert.equal(kept(at(action, { way: more.line })).chosen.way, "");
});
