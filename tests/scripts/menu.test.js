// @ts-check
// What the menu and the bar of a table offer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { note, tools } from "../../src/parure/server/web/static/table/bar.js";
import { menu, offer } from "../../src/parure/server/web/static/table/menu.js";
import { aboutOf } from "../../src/parure/server/web/static/table/people.js";
import { sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { elementOf, elementWith, fixturesOf, htmlOf, wordsOf } from "./drawn.js";

const { three, nobody, alone, two, rated, bots, offered, resigned, undo } = await fixturesOf("menu");

/** @param {any} doc */
const menuOf = (doc) => menu(sceneOf(doc));

/** @param {any} doc */
const noteOf = (doc) => wordsOf(note(sceneOf(doc)));

/**
 * What the bar says of taking back.
 * @param {any} doc
 */
const undoOf = (doc) => elementOf(tools(sceneOf(doc)), "undo");

test("the menu offers what can be done", () => {
  const words = wordsOf(menuOf(three));
  for (const part of ["Offer to end the game", "Let a bot play for me", "a bot plays on"]) {
    assert(words.includes(part), part);
  }
  assert.doesNotMatch(words, /delete it/);
  assert.match(wordsOf(menuOf(alone)), /Delete the game/);
  assert.equal(elementWith(menuOf(three), "data-way", "resign")?.["data-for"], "0");
  assert.equal(elementWith(menuOf(three), "data-way", "end")?.["data-agree"], "yes");
});

test("who does not play is offered nothing", () => {
  assert.equal(wordsOf(menuOf(nobody)), "");
  assert.equal(wordsOf(menu(sceneOf(three, { still: true }))), "");
  assert.equal(wordsOf(tools(sceneOf(three, { still: true }))), "");
  assert.match(noteOf(nobody), /You are watching/);
  assert.doesNotMatch(noteOf(three), /You are watching/);
});

test("where two play, the other wins when one resigns", () => {
  assert.match(wordsOf(menuOf(two)), /Ann resigns and Ben wins\./);
  assert.match(wordsOf(menuOf(bots.three)), /Ann resigns and the game is over\./);
});

test("a rated game offers to resign alone", () => {
  assert.match(wordsOf(menuOf(three)), /Let a bot play for me/);
  assert.doesNotMatch(wordsOf(menuOf(rated.three)), /Let a bot play for me/);
  for (const doc of [three, rated.three]) {
    assert.match(wordsOf(menuOf(doc)), /Ann resigns and a bot plays on\./);
  }
  assert.match(noteOf(rated.two), /Rated/);
});

test("words are said where others hear them, in the language of the page", () => {
  assert.match(wordsOf(menuOf(two)), /^Say something .*Well played!/);
  assert(elementWith(menuOf(two), "data-phrase", "well_played"));
  assert.doesNotMatch(wordsOf(menuOf(bots.calm)), /Say something/);
});

test("the pace of the bots is chosen where bots play", () => {
  const { checked } = elementWith(menuOf(bots.calm), "value", "calm") ?? {};
  assert.equal(checked, "");
  assert(!("checked" in (elementWith(menuOf(bots.calm), "value", "instant") ?? {})));
  assert.doesNotMatch(wordsOf(menuOf(two)), /Bots move/);
});

test("warnings are chosen where there are some, and are said to be practice", () => {
  assert.match(
    wordsOf(menuOf(bots.calm)),
    /Warn me before a move that loses Never 5% 10% 20% Only for practice/,
  );
  assert("checked" in (elementWith(menuOf(bots.calm), "value", "0") ?? {}));
  assert("checked" in (elementWith(menuOf(bots.warned), "value", "20") ?? {}));
  assert.doesNotMatch(wordsOf(menuOf(bots.warned)), /For practice/);
  assert.doesNotMatch(wordsOf(menuOf(two)), /Warn me/);
});

test("an offer to end the game is said to all who play, and answered", () => {
  const said = "Ann would like to end the game here, without a winner.";
  assert.equal(wordsOf(offer(sceneOf(offered.Ben))), `${said} Agree Play on`);
  assert.equal(wordsOf(offer(sceneOf(offered.Ann))), `${said} Withdraw offer`);
  assert.equal(wordsOf(offer(sceneOf(offered.nobody))), "");
  assert.equal(wordsOf(offer(sceneOf(two))), "");
});

test("it is said that a bot plays on for who has resigned", () => {
  assert.equal(aboutOf(sceneOf(resigned), 0), "resigned, a bot is playing");
});

test("what can be taken back is said, and what cannot", () => {
  const { disabled, "data-seat": seat, "data-tip": tip } = undoOf(undo.plain) ?? {};
  assert.deepEqual([disabled, seat, tip], [undefined, "0", "Undo your last move (Z)"]);
  assert.match(
    undoOf(undo.practice)?.["data-tip"] ?? "",
    /You have seen a card since, so the game then counts as practice\./,
  );
  assert.match(undoOf(two)?.["data-tip"] ?? "", /can’t be undone/);
  assert.equal(undoOf(two)?.disabled, "");
  assert.equal(undoOf(rated.two)?.["data-tip"], "No undo in rated games.");
  assert.equal(undoOf(nobody), undefined);
});

test("a game that is practice says so", () => {
  assert.match(noteOf(undo.after), /Practice/);
  assert.doesNotMatch(noteOf(undo.practice), /Practice/);
  const [before, after] = [undo.start, undo.after].map((doc) =>
    elementOf(tools(sceneOf(doc)), "hint")?.["data-tip"]
  );
  assert.match(before ?? "", /The game then counts as practice\.$/);
  assert.match(after ?? "", /\(H\)$/);
  assert.equal(elementOf(tools(sceneOf(two)), "hint"), undefined);
});

test("the rules are those of this game", () => {
  assert.match(htmlOf(tools(sceneOf(two))), /data-rules="\/rules\/fragment\?modules=&amp;edition=2024"/);
});
