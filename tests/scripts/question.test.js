// @ts-check
// What is asked, in which words, with which answers beside it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { questionOf } from "../../src/parure/server/web/static/table/question.js";
import { curtain } from "../../src/parure/server/web/static/table/curtain.js";
import { question, titleOf } from "../../src/parure/server/web/static/table/question.js";
import { nothingChosen, sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import { classesOf, elementOf, elementWith, fixturesOf, htmlOf, wordsOf } from "./drawn.js";

const {
  strongholds,
  discards,
  screen,
  unseen,
  bot,
  returning,
  payment,
  action,
  waiting,
  watching,
  resigned,
  agreed,
  absent,
  clocks,
} = await fixturesOf("question");

/**
 * @param {any} doc
 * @param {Partial<import("../../src/parure/server/web/static/table/scene.js").Chosen>} [chosen]
 */
const drawn = (doc, chosen = {}) => question(sceneOf(doc, { chosen: { ...nothingChosen(), ...chosen } }));

/** @param {any} doc */
const asked = (doc) => questionOf(sceneOf(doc));

const nothingToDo = () => {};

test("strongholds offer only what is possible", () => {
  const words = Object.values(strongholds).map((doc) => asked(doc).words);
  assert.deepEqual(words, [
    "Tap a card to place one.",
    "Tap a card to place one, or another player’s to remove it.",
    "Tap one of yours to move it.",
    "Tap a card to place, move or remove one.",
  ]);
});

test("it is said how far one is with cards that are a price", () => {
  const words = ["Choose a card to discard. 1 of 2", "Choose a card to discard. 2 of 2"];
  assert.deepEqual(discards.map((/** @type {any} */ doc) => asked(doc).words), words);
  assert.match(wordsOf(drawn(discards[0])), /Choose…/);
  assert.equal(elementWith(drawn(discards[0]), "data-open", "choice")?.class, "answer answer--main");
});

test("the screen says what happened and offers to take it back", () => {
  assert.equal(asked(screen.second).head, "Ben, your turn");
  assert.match(wordsOf(asked(screen.second).words), /took/);
  assert.match(wordsOf(drawn(screen.second)), /Undo Ann’s move/);
  assert.equal(elementOf(drawn(screen.second), "take-back")?.["data-undo"], "0");
  assert.equal(asked(screen.again).head, "Ann, your turn");
  assert.equal(titleOf(sceneOf(screen.second)), "Your turn");
});

test("what let a card be seen is not taken back", () => {
  assert.doesNotMatch(wordsOf(drawn(screen.known)), /Undo/);
});

test("whoever reserves unseen looks at the card before the screen is passed on", () => {
  const found = asked(unseen.Ann);
  assert.deepEqual(found.cards, unseen.Ann.game.view.seats[0].hand);
  assert.match(htmlOf(drawn(unseen.Ann)), new RegExp(`href="#t-${found.cards?.[0]}"`));
  assert.equal(found.passes, "Pass to Ben");
  assert.match(wordsOf(drawn(unseen.Ann)), /Pass to Ben/);
  assert.equal(asked(unseen.Ben).passes, undefined);
  assert.equal(asked(unseen.after).passes, undefined);
});

test("behind the curtain a move can be taken back too", () => {
  assert.match(wordsOf(curtain(sceneOf(unseen.curtain))), /^Ben, it’s your turn .* I am Ben$/);
  const after = curtain(sceneOf(unseen.curtainAfter));
  assert.match(wordsOf(after), /^Ann, it’s your turn .* I am Ann Undo Ben’s move$/);
  assert.match(htmlOf(after), /data-undo="1"/);
  assert.equal(htmlOf(curtain(sceneOf(unseen.Ann))), "");
});

test("it is said that a bot thinks, or gets ready", () => {
  assert.equal(asked(bot.thinking).words, "thinking…");
  assert.match(String(asked(bot.preparing).words), /getting ready/);
});

test("nothing looks as if it were one’s turn where one plans", () => {
  assert.equal(asked(action).yours, true);
  for (const doc of [waiting, watching]) {
    const { head, yours, seats } = asked(doc);
    assert.deepEqual([head, yours, seats], ["Ann to play", undefined, [0]]);
    assert.equal(elementOf(drawn(doc), "question")?.class, "ask");
  }
  assert.equal(elementOf(drawn(action), "question")?.class, "ask ask--yours");
});

test("nothing can be answered where a game is only looked at", () => {
  const scene = sceneOf(action, { still: true });
  assert.equal(questionOf(scene).yours, undefined);
  assert.doesNotMatch(htmlOf(question(scene)), /data-move|data-pass|data-undo/);
});

test("tokens to be given back are counted", () => {
  assert.equal(asked(returning.Ann).head, "Give back 2 tokens");
  assert.equal(asked(returning.Ann).verb, "Give back");
  assert.equal(asked(returning.Ben).head, "Ann to play");
});

test("a payment can be opened again", () => {
  assert.equal(asked(payment).dialog, "Pay…");
});

test("the end is said, and leads to the result", () => {
  assert.match(wordsOf(drawn(resigned)), /^You win Ann resigned\. See the result/);
  assert.match(
    wordsOf(drawn(agreed)),
    /^The game ended early Ended by agreement: nobody wins\. See the result/,
  );
  assert.equal(elementWith(drawn(resigned), "href", "/tables/t")?.class, "answer answer--main");
});

test("who is away for long can be replaced, and comes back", () => {
  assert.match(wordsOf(drawn(absent.away)), /Let a bot play for Ann/);
  assert.equal(elementWith(drawn(absent.away), "data-replace", "0")?.class, "answer");
  assert.equal(elementWith(drawn(absent.replaced), "data-return", "0")?.["data-name"], "Ann");
  assert.match(wordsOf(drawn(absent.replaced)), /Come back as Ann/);
  assert.doesNotMatch(wordsOf(drawn(absent.others)), /Come back|Let a bot/);
});

test("the clock of the viewer stands in the question", () => {
  assert.equal(elementWith(drawn(clocks), "data-clock", "600.0")?.class, "clock ask-clock runs");
  assert.doesNotMatch(htmlOf(drawn(action)), /data-clock/);
});

test("tokens that are picked take the place of the question when they say something else", () => {
  const few = drawn(action, { picked: ["W", "U"] });
  assert.match(wordsOf(few), /Your turn Choose more tokens\./);
  assert("disabled" in (elementOf(few, "act") ?? {}));
  assert.deepEqual(classesOf(few, "answers"), ["answers", "is-busy", "is-picking"]);
  const all = drawn(action, { picked: ["W", "U", "G"] });
  assert("hidden" in (elementOf(all, "ask-staged") ?? {}));
  assert.equal(elementOf(all, "act")?.["aria-label"], "Take white, blue, green");
  assert(!("disabled" in (elementOf(all, "act") ?? {})));
  const then = drawn(action, { picked: ["W", "U", "G"], then: "1 new card affordable." });
  assert.match(wordsOf(then), /Your turn 1 new card affordable\./);
  assert("hidden" in (elementOf(drawn(action), "act") ?? {}));
});

test("a plan is said to be one, and cannot be sent before one’s turn", () => {
  const plan = drawn(waiting, { picked: ["W", "U", "G"], isPlan: true });
  assert.match(wordsOf(plan), /Planned When it’s your turn, tap to play it\./);
  assert("disabled" in (elementOf(plan, "act") ?? {}));
  const staged = { label: "Reserve", line: "reserve 1a", thing: "place-1a", then: nothingToDo };
  assert.match(wordsOf(drawn(waiting, { isPlan: true, staged })), /Planned Reserve .*Clear Play this move$/);
});

test("a move that is to be confirmed, or is warned of, asks for it", () => {
  const sure = drawn(action, { staged: { label: "Reserve", then: nothingToDo } });
  assert.match(wordsOf(sure), /Sure\? Reserve .*Back Confirm$/);
  const words = { head: "This loses 20%", yes: "Play it anyway", no: "Take another look" };
  const warned = drawn(action, { staged: { label: "65 → 45", then: nothingToDo, words } });
  assert.match(wordsOf(warned), /This loses 20% 65 → 45 .*Take another look Play it anyway$/);
  assert(classesOf(warned, "answers").includes("is-warning"));
});

test("a stronghold that is moved asks for where to", () => {
  const moving = drawn(strongholds.all, { origin: "place-2a" });
  assert.match(wordsOf(moving), /Where to\? Tap the card to move it to\./);
});

test("other words may stand in place of the question", () => {
  const other = question(sceneOf(action), { head: "Solved", words: "Well done." });
  assert.match(wordsOf(other), /^Solved Well done\./);
});
