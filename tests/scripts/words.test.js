// @ts-check
// The words of both languages, with numbers and names put into them.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as english from "../../src/parure/server/web/static/table/words.js";

document.documentElement.lang = "fr";
// A query makes it a module of its own, which asks for its language again.
const path = "../../src/parure/server/web/static/table/words.js?fr";
/** @type {typeof english} */
const french = await import(path);
document.documentElement.lang = "en";

test("a message is said in the language of the page", () => {
  assert.equal(english._("You lack {amounts}."), "You lack {amounts}.");
  assert.notEqual(french._("You lack {amounts}."), "You lack {amounts}.");
  assert.equal(french._("No such message"), "No such message");
});

test("each language has its own rule for one and many", () => {
  assert.deepEqual([0, 1, 2].map(english.cardsWords), ["0 cards", "1 card", "2 cards"]);
  assert.deepEqual([0, 1, 2].map(french.cardsWords), ["0 carte", "1 carte", "2 cartes"]);
  assert.equal(english.cardsWords(1001), "1001 cards");
  assert.equal(english.ngettext("{n} unheard", "{n} unheards", 2), "{n} unheards");
});

test("values are put in as they are, and once", () => {
  assert.equal(english.fill("{a} and {b}", { a: "{b}", b: "$&" }), "{b} and $&");
  assert.equal(english.fill("{a} and {c}", { a: 1 }), "1 and {c}");
});

test("gems are counted in the usual order", () => {
  assert.equal(english.numbers({ gold: 1, K: 2, W: 3 }), "3 white, 2 black, 1 gold");
  assert.equal(english.tokensWords("W", 1), "1 white token");
  assert.equal(english.bonusesWords("K", 2), "2 black bonuses");
});

test("names are joined as one says them", () => {
  assert.deepEqual([[], ["Ann"], ["Ann", "Ben", "Cleo"]].map(english.listed), [
    "",
    "Ann",
    "Ann, Ben and Cleo",
  ]);
});

test("a deck says what is left", () => {
  assert.equal(english.deckWords("2o", 1), "Orient, level 2: 1 card left");
  assert.equal(english.deckWords("1"), "Level 1, face down");
});

test("moves are known by their kinds", () => {
  const moves = ["reserve deck 1o", "reserve 1a", "buy hand 1", "buy 1a", "pay", "pay gold U", "take W U G"];
  const kinds = ["reserve deck", "reserve", "buy hand", "buy", "pay", "pay gold", "take"];
  assert.deepEqual(moves.map(english.kindOf), kinds);
  assert.equal(english.shortly("buy 1a"), "Buy");
});

test("phrases and bots are named in each language", () => {
  assert.equal(english.phrases.well_played, "Well played!");
  assert.equal(french.bots.random.title, "Hasard");
});
