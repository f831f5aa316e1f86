// @ts-check
// What is said to whoever chooses: what a choice leads to, what a hint says, what is warned of.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  warningNotes,
  warningPanel,
  warningWords,
} from "../../src/parure/server/web/static/table/warning.js";
import {
  previewNotes,
  previewPanel,
  previewWords,
} from "../../src/parure/server/web/static/table/preview.js";
import { sentence } from "../../src/parure/server/web/static/table/sentences.js";
import { sceneOf } from "../../src/parure/server/web/static/table/scene.js";
import {
  adviceNotes,
  advicePanel,
  adviceTitle,
} from "../../src/parure/server/web/static/table/suggestion.js";
import { fixturesOf, htmlOf, wordsOf } from "./drawn.js";

const {
  doc,
  serious,
  reach,
  nothing,
  bought,
  returned,
  noble,
  post,
  postWon,
  city,
  advice,
  warning,
  warned,
} = await fixturesOf("preview");

/** @param {any} preview */
const panelOf = (preview) => wordsOf(previewPanel(sceneOf(doc), preview));

test("cards that come within reach are shown, and who can pay for them first", () => {
  const words = panelOf(reach);
  assert.match(words, /^After this: Take .*new cards? affordable/);
  assert.match(words, /Ben could buy it first/);
  assert.match(htmlOf(previewPanel(sceneOf(doc), reach)), /href="#t-base-1w1"/);
  const notes = previewNotes(reach);
  assert.equal(notes["place-1a"].then, "then");
  assert.equal(notes["own-U"].more, "+1");
  assert.match(previewWords(reach), /^\d new cards? affordable\.$/);
});

test("where nothing comes within reach it is said", () => {
  assert.match(panelOf(nothing), /No new card affordable yet/);
  assert.equal(previewWords(nothing), "");
});

test("what is spent is counted down", () => {
  assert.equal(previewNotes(bought)["own-U"].more, "−3");
  assert.match(panelOf(bought), /^After this: Buy/);
});

test("a preview names the hint only where there are hints", () => {
  assert.match(panelOf(reach), /For that, ask for a hint/);
  assert.doesNotMatch(wordsOf(previewPanel(sceneOf(serious), nothing)), /hint/);
});

test("tokens that are given back are counted", () => {
  assert.match(previewWords(returned), /12 tokens: you must give some back\.$/);
  assert.match(panelOf(returned), /You’ll have 12 tokens, and must give some back\./);
});

test("a noble that one card would bring", () => {
  assert.match(previewNotes(noble)["noble-03"].away ?? "", /^one \w+ away$/);
  assert.match(previewWords(noble), /Noble: one \w+ away\./);
  assert.match(panelOf(noble), /Noble: one \w+ away/);
});

test("a post that one card would bring, or that comes with the choice", () => {
  assert.equal(previewNotes(post)["tp24-2"].away, "one white away");
  assert.match(panelOf(post), /one white away .*would get you there\./);
  assert.match(previewWords(post), /Post: one white away\./);
  assert.match(panelOf(postWon), /You win a post/);
});

test("a city that lacks nothing but prestige", () => {
  assert.equal(previewNotes(city.preview)[city.id].away, `${city.lacks} prestige away`);
});

test("a hint says what to do, why, and how it compares", () => {
  const { hint, short } = advice;
  const scene = sceneOf(advice.doc);
  const words = wordsOf(advicePanel(scene, hint));
  assert.equal(adviceTitle(hint), "Take these tokens");
  assert.match(words, /They are enough for this card:/);
  assert.match(words, /Your chance of winning after each move .*62 %.*25 %.*12 %.*10 %.*Hint by Guild$/);
  const html = htmlOf(advicePanel(scene, hint));
  assert.match(html, /value="62"/);
  assert.match(html, /href="#t-deck-2"/);
  assert.match(html, new RegExp(`href="#t-${advice.doc.game.view.rows["1a"]}"`));
  assert.deepEqual(adviceNotes(hint), { "bank-U": { hint: "hint" } });
  assert.match(htmlOf(advicePanel(scene, short)), /<span class="amount">1<svg/);
});

test("a warning says what is lost, and what is left to whom", () => {
  const { head, label, yes, no } = warningWords(warning);
  assert.equal(head, "This loses 20%");
  assert.equal(label, "Your chance: 65 → 45%");
  assert.deepEqual([yes, no], ["Play it anyway", "Take another look"]);
  const words = wordsOf(warningPanel(sceneOf(warned), warning));
  assert.match(words, /65 → 45 chance of winning, in percent Ben could already afford/);
  assert.match(words, /Warns you from a loss of 10%, as set in the menu\.$/);
  assert.deepEqual(warningNotes(warning)["place-1a"].nextBuyer, { seat: 1, words: "can buy it next" });
});

test("sentences of the server have pictures among their words", () => {
  const drawn = sentence(["Ben {x} ", { seat: 1, name: "<b>" }, " for ", { gems: ["W", "U"] }, {
    card: "base-1w1",
  }, {
    amount: [3, "gold"],
  }]);
  assert.equal(wordsOf(drawn), "Ben {x} <b> for 3");
  const uses = [...htmlOf(drawn).matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(uses, ["h1", "gW", "gU", "t-base-1w1", "ggold"]);
});
