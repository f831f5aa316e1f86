// @ts-check
// What things say of themselves, and the words of answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bank } from "../../src/parure/server/web/static/table/bank.js";
import { choice } from "../../src/parure/server/web/static/table/choice_dialog.js";
import { goals } from "../../src/parure/server/web/static/table/goals.js";
import { market } from "../../src/parure/server/web/static/table/market.js";
import { answersOf, sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import {
  answerWords,
  cardLines,
  cityLines,
  deckLines,
  drawnLine,
  handLines,
  labelOf,
  placeLines,
  postLines,
  spokenLine,
  tipOf,
} from "../../src/parure/server/web/static/table/descriptions.js";
import { nothing } from "../../src/parure/server/web/static/vendor/lit-html.js";
import { elementOf, fixturesOf, htmlOf, wordsOf } from "./drawn.js";

const documents = await fixturesOf("descriptions");
const scenes = Object.fromEntries(Object.entries(documents).map(([name, doc]) => [name, sceneOf(doc)]));

/**
 * The words of what a thing offers.
 * @param {string} name
 * @param {string} thing
 */
const wordsFor = (name, thing) => answersOf(scenes[name], thing).map((answer) => answerWords(answer, true));

test("a city lacks prestige, colours and one more colour", () => {
  const [, ...told] = cityLines(scenes.colours, "city17-1a");
  assert.deepEqual(told, ["You lack 14 prestige, [3 G], 3 of any one other colour."]);
});

test("a city that names no colour asks for any one", () => {
  assert.deepEqual(cityLines(scenes.anyColour, "city24-6a"), [
    "Seoul: 15 prestige, 5 of any one colour",
    "You lack 15 prestige, 5 of any one colour.",
  ]);
});

test("a card that another holds says that nobody else can have it", () => {
  const held = placeLines(scenes.held, "1a").slice(-2);
  assert.deepEqual(held, ["1 stronghold of Ben.", "Nobody else can buy or reserve it."]);
  assert.equal(placeLines(scenes.held, "1b").at(-1), "2 strongholds of yours.");
});

test("a deck tells which card the viewer has put under it", () => {
  const [, ...told] = deckLines(scenes.under, "1");
  assert.deepEqual(told, [
    "You have put this card under it: White card, level 1, 0 prestige, costs 3 blue.",
  ]);
});

test("a post may lack a noble", () => {
  const [, ...told] = postLines(scenes.post, "tp17-4");
  assert.deepEqual(told, ["5 prestige", "You lack [3 G], 1 noble."]);
});

test("a post says who has won it, and lacks nothing for who has", () => {
  assert.equal(postLines(scenes.won, "tp24-1").at(-1), "Won by Ann, Ben.");
});

test("a card says what is lacking after bonuses and gold", () => {
  const [, ...told] = cardLines(scenes.lacking, "base-2r1");
  assert.deepEqual(told, ["You lack [2 W] [1 R] [2 K].", "Your [1 Au] can cover some of it."]);
  assert.equal(spokenLine(told[0]), "You lack 2 white, 1 red, 2 black.");
  assert.equal(spokenLine(told[1]), "Your 1 gold can cover some of it.");
  assert.equal(htmlOf(drawnLine(told[1])).split("<svg").length - 1, 1);
  assert.equal(wordsOf(drawnLine(told[0])), "You lack 2 1 2 .");
});

test("a card says what it costs after bonuses", () => {
  assert.deepEqual(cardLines(scenes.cheaper, "base-2r1").slice(1), ["Costs you [2 W] [1 R] [3 K]."]);
  assert.deepEqual(cardLines(scenes.free, "base-1w1").slice(1), ["Costs you nothing."]);
});

test("a card that shows all has no tip", () => {
  const told = cardLines(scenes.shown, "base-1w1").slice(1);
  assert.deepEqual(told, []);
  assert.equal(tipOf(told), nothing);
  assert.equal(tipOf(["one", "two"]), "one\ntwo");
});

test("what only its owner has seen is said of a reserved card", () => {
  assert.equal(handLines(scenes.hand, 1).at(-1), "Nobody else has seen it.");
  assert.notEqual(handLines(scenes.hand, 2).at(-1), "Nobody else has seen it.");
});

test("why something cannot be had is said of it where that was asked", () => {
  const notes = { "place-1a": { reasons: ["For [1 U]."] }, "bank-W": { reasons: ["There are 3."] } };
  const scene = sceneOf(documents.shown, { notes });
  const { "data-tip": tip, "aria-label": label = "" } = elementOf(market(scene), "card-place-1a") ?? {};
  assert.equal(tip, "For [1 U].");
  assert.match(label, / For 1 blue\. You can buy it\.$/);
  assert.equal(elementOf(bank(scene), "bank-W")?.["data-tip"], "There are 3.");
  assert.equal(elementOf(bank(scene), "bank-U")?.["data-tip"], undefined);
});

test("the name of a city ends before what is lacking is said", () => {
  const names = [...htmlOf(goals(scenes.cities)).matchAll(/tile--city".*?visually-hidden">(.*?)<\/span>/gs)];
  assert.equal(names.length, 3);
  for (const [, name] of names) assert.match(name, /\. You lack/);
});

test("a label ends its first line, and says nothing twice", () => {
  assert.equal(labelOf(["A card", "You lack [1 U]."]), "A card. You lack 1 blue.");
  assert.equal(labelOf(["A card."], 0), "A card. You can buy it.");
  assert.equal(labelOf(["A card"], 2), "A card. You can buy it with 2 gold.");
  assert.equal(labelOf(["A card: no gold", "no gold"]), "A card: no gold");
});

test("it is said to whoever sees no ring that a card can be bought", () => {
  const { "data-tip": tip, "aria-label": label = "" } = elementOf(market(scenes.alike), "card-place-3e") ??
    {};
  assert.equal(tip, undefined);
  assert.match(label, /You can buy it\.$/);
});

test("a purchase with gold stands before the choice of how to pay", () => {
  const [buy, otherwise, reserve] = wordsFor("oneBlueShort", "place-1a");
  assert.deepEqual(buy, { words: "Buy", note: "", label: "Buy: blue, blue, gold" });
  assert.deepEqual(otherwise, {
    words: "Pay another way…",
    note: "2 ways",
    label: "Pay another way… 2 ways",
  });
  assert.equal(reserve.label, "Reserve, and get gold");
});

test("what becomes of joker cards is said", () => {
  assert.equal(wordsFor("joker", "place-1a")[0].note, "uses up a joker card");
  assert.equal(wordsFor("wasted", "place-1a")[0].note, "uses up a joker card, wasting 1 gold");
});

test("it is said where no gold comes with a card", () => {
  assert.equal(wordsFor("noGold", "place-1a").at(-1)?.note, "no gold left");
});

test("it is said what is lost with cards", () => {
  assert.equal(wordsFor("alike", "place-3e")[0].note, "you lose 2 green bonuses");
  const [{ words, note }] = wordsFor("forCards", "place-3e");
  assert.deepEqual([words, note], ["Buy…", "for some of your cards"]);
  assert.equal(wordsFor("discard", "base-1g1")[0].note, "you lose 1 green bonus");
  assert.equal(wordsFor("discard", "base-2g1")[0].note, "you lose 1 prestige, 1 green bonus");
  assert.match(wordsOf(choice(scenes.discard)), /you lose 1 prestige, 1 green bonus/);
});

test("pairing is said by its colour, beside a card", () => {
  const labels = scenes.pairing.choices?.bar.map((answer) => answerWords(answer));
  assert.deepEqual(labels, [
    { words: "", note: "", label: "Pair with green" },
    { words: "", note: "", label: "Pair with black" },
  ]);
});
