// @ts-check
// The payment: complete ways to pay come from the server; tapping a coin goes to the nearest other way.

import { all as every, byId, first, near } from "../dom.js";
import { gemPicture, gemRow } from "./pick.js";

/** @typedef {Record<string, number>} Tokens how many of each colour */
/** @typedef {{ line: string, jokers: number, note: string, gold: Tokens, spent: Tokens }} Way a complete way to pay */

/** @type {import("./advice.js").Act} */
let act = () => {};
/** @type {Way | null} */
let chosen = null;
/** @type {string | undefined} */
let known = "";

const table = () => byId("table");
const colours = () => every(".pay-row").map((row) => row.dataset.colour ?? "");
/** @param {Way} payment */
const golds = (payment) => Object.values(payment.gold).reduce((sum, n) => sum + n, 0);
/** @param {Tokens} tokens */
const spelled = (tokens) => Object.entries(tokens).flatMap(([colour, n]) => Array(n).fill(colour));

/** @returns {Way[]} */
function ways() {
  return JSON.parse(table().dataset.payments || "[]");
}

/**
 * Return how different two ways are: joker cards weigh most, then gold for each colour.
 * @param {Way} a
 * @param {Way} b
 */
function distance(a, b) {
  const gold = colours().reduce((sum, c) => sum + Math.abs((a.gold[c] ?? 0) - (b.gold[c] ?? 0)), 0);
  return 3 * Math.abs(a.jokers - b.jokers) + gold;
}

/**
 * Return the first of those of which a measure is least, if there are any.
 * @param {Way[]} list
 * @param {(one: Way) => number} measure
 * @returns {Way | undefined}
 */
function least(list, measure) {
  return list.toSorted((one, other) => measure(one) - measure(other))[0];
}

/**
 * Return the way nearest to one, with so much more gold for a colour.
 * @param {Way} way
 * @param {string} colour
 * @param {number} change
 */
function swapped(way, colour, change) {
  const wanted = (way.gold[colour] ?? 0) + change;
  const others = ways().filter((one) => (one.gold[colour] ?? 0) === wanted);
  return least(others, (one) => distance(one, way));
}

function presets() {
  const all = ways();
  const words = byId("pay-presets").dataset;
  const found = [
    { words: words.least, way: least(all.filter((one) => !one.jokers), golds) },
    { words: words.joker, way: least(all.filter((one) => one.jokers), golds) },
    { words: words.most, way: least(all, (one) => -golds(one)) },
  ];
  const lines = new Set();
  return found.flatMap(({ words = "", way }) => {
    if (!way || lines.has(way.line)) return [];
    lines.add(way.line);
    return [{ words, way }];
  });
}

/**
 * @param {Way} way
 * @param {HTMLElement} row
 * @param {boolean} gold
 */
function coin(way, row, gold) {
  const button = document.createElement("button");
  const { goldWords = "", colourWords = "" } = byId("pay-rows").dataset;
  const { colour = "", name = "" } = row.dataset;
  const other = swapped(way, colour, gold ? -1 : 1);
  button.type = "button";
  button.className = `pay-coin${gold ? " is-gold" : ""}`;
  button.disabled = !other;
  button.setAttribute("aria-label", (gold ? goldWords : colourWords).replace("{colour}", name));
  const disc = document.createElement("span");
  disc.className = "disc";
  disc.append(gemPicture(gold ? "gold" : colour, 28));
  button.append(disc);
  button.onclick = () => {
    if (!other) return;
    const place = every(".pay-coin", row).indexOf(button);
    draw(other);
    const coins = every(".pay-coin", row);
    coins[Math.min(place, coins.length - 1)]?.focus();
  };
  return button;
}

/**
 * Choose a way to pay, and show it.
 * @param {Way} way
 */
function draw(way) {
  chosen = way;
  for (const row of every(".pay-row")) {
    const { colour = "" } = row.dataset;
    const coloured = Array.from({ length: way.spent[colour] ?? 0 }, () => coin(way, row, false));
    const gold = Array.from({ length: way.gold[colour] ?? 0 }, () => coin(way, row, true));
    const coins = [...coloured, ...gold];
    coins.forEach((one, index) => (one.dataset.coin = `${colour}${index}`));
    first(".pay-coins", row).replaceChildren(...coins);
  }
  byId("pay-note").textContent = way.note;
  drawPresets(way);
  drawRest(way);
}

/** @param {Way} current */
function drawPresets(current) {
  const box = byId("pay-presets");
  const found = presets();
  const buttons = found.map(({ words, way }) => {
    const button = document.createElement("button");
    const title = document.createElement("b");
    title.textContent = words;
    button.type = "button";
    button.setAttribute("aria-pressed", String(way.line === current.line));
    button.append(title, gemRow(spelled(way.spent), 14));
    if (way.jokers) button.append(` + ${way.jokers} × ${box.dataset.joker}`);
    button.onclick = () => {
      draw(way);
      every("[aria-pressed=true]", box)[0]?.focus();
    };
    return button;
  });
  box.replaceChildren(...(found.length > 1 ? buttons : []));
}

/** @param {Way} way */
function drawRest(way) {
  /** @type {Tokens} */
  const held = JSON.parse(byId("pay-rows").dataset.tokens ?? "{}");
  const rest = ["W", "U", "G", "R", "K", "gold"]
    .map((colour) => ({ colour, n: held[colour] - (way.spent[colour] ?? 0) }))
    .filter(({ n }) => n > 0)
    .map(({ colour, n }) => {
      const one = document.createElement("span");
      one.append(gemPicture(colour, 16), String(n));
      return one;
    });
  byId("pay-left").replaceChildren(...(rest.length ? rest : ["0"]));
}

/** Show the payment that is asked for, if one is. */
export function showPayment() {
  const all = ways();
  if (!all.length || !document.getElementById("pay-rows")) {
    chosen = null;
    known = "";
    return;
  }
  if (known !== table().dataset.payments) {
    known = table().dataset.payments;
    chosen = presets()[0].way;
  }
  if (chosen) draw(chosen);
}

/** @param {import("./advice.js").Act} how */
export function bindPayment(how) {
  act = how;
  document.addEventListener("click", (event) => {
    const button = near(event, "#pay");
    if (chosen && button) act(chosen.line, button.textContent);
  });
}
