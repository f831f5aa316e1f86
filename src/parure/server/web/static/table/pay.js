// The payment: complete ways to pay come from the server; tapping a coin goes to the nearest other way.

import { gemPicture, gemRow } from "./pick.js";

let act = () => {};
let chosen = null;
let known = "";

const table = () => document.getElementById("table");
const colours = () => [...document.querySelectorAll(".pay-row")].map((row) => row.dataset.colour);
const golds = (payment) => Object.values(payment.gold).reduce((sum, n) => sum + n, 0);
const spelled = (tokens) => Object.entries(tokens).flatMap(([colour, n]) => Array(n).fill(colour));

function ways() {
  return table().dataset.payments ? JSON.parse(table().dataset.payments) : [];
}

/** Return how different two ways are: joker cards weigh most, then gold for each colour. */
function distance(a, b) {
  const gold = colours().reduce((sum, c) => sum + Math.abs((a.gold[c] ?? 0) - (b.gold[c] ?? 0)), 0);
  return 3 * Math.abs(a.jokers - b.jokers) + gold;
}

const nearest = (list) =>
  list.reduce((best, one) => (!best || distance(one, chosen) < distance(best, chosen) ? one : best), null);

function swapped(colour, change) {
  const wanted = (chosen.gold[colour] ?? 0) + change;
  return nearest(ways().filter((one) => (one.gold[colour] ?? 0) === wanted));
}

function presets() {
  const all = ways();
  const words = document.getElementById("pay-presets").dataset;
  const least = (list) => list.reduce((best, one) => (!best || golds(one) < golds(best) ? one : best), null);
  const most = all.reduce((best, one) => (golds(one) > golds(best) ? one : best));
  const found = [
    [words.least, least(all.filter((one) => !one.jokers))],
    [words.joker, least(all.filter((one) => one.jokers))],
    [words.most, most],
  ];
  const lines = new Set();
  return found.filter(([, one]) => one && !lines.has(one.line) && lines.add(one.line));
}

function coin(row, gold) {
  const button = document.createElement("button");
  const words = document.getElementById("pay-rows").dataset;
  const { colour, name } = row.dataset;
  const other = swapped(colour, gold ? -1 : 1);
  button.type = "button";
  button.className = `pay-coin${gold ? " is-gold" : ""}`;
  button.disabled = !other;
  button.setAttribute("aria-label", (gold ? words.goldWords : words.colourWords).replace("{colour}", name));
  const disc = document.createElement("span");
  disc.className = "disc";
  disc.append(gemPicture(gold ? "gold" : colour, 28));
  button.append(disc);
  button.onclick = () => {
    chosen = other;
    const place = [...row.querySelectorAll(".pay-coin")].indexOf(button);
    draw();
    const coins = row.querySelectorAll(".pay-coin");
    coins[Math.min(place, coins.length - 1)]?.focus();
  };
  return button;
}

function draw() {
  for (const row of document.querySelectorAll(".pay-row")) {
    const { colour } = row.dataset;
    const coloured = Array.from({ length: chosen.spent[colour] ?? 0 }, () => coin(row, false));
    const gold = Array.from({ length: chosen.gold[colour] ?? 0 }, () => coin(row, true));
    const coins = [...coloured, ...gold];
    coins.forEach((one, index) => (one.dataset.coin = `${colour}${index}`));
    row.querySelector(".pay-coins").replaceChildren(...coins);
  }
  drawPresets();
  drawRest();
}

function drawPresets() {
  const box = document.getElementById("pay-presets");
  const found = presets();
  const buttons = found.map(([words, way]) => {
    const button = document.createElement("button");
    const title = document.createElement("b");
    title.textContent = words;
    button.type = "button";
    button.setAttribute("aria-pressed", way.line === chosen.line);
    button.append(title, gemRow(spelled(way.spent), 14));
    if (way.jokers) button.append(` + ${way.jokers} × ${box.dataset.joker}`);
    button.onclick = () => {
      chosen = way;
      draw();
      [...box.children].find((one) => one.getAttribute("aria-pressed") === "true")?.focus();
    };
    return button;
  });
  box.replaceChildren(...(found.length > 1 ? buttons : []));
}

function drawRest() {
  const { tokens } = document.getElementById("pay-rows").dataset;
  const held = JSON.parse(tokens);
  const rest = ["W", "U", "G", "R", "K", "gold"]
    .map((colour) => [colour, held[colour] - (chosen.spent[colour] ?? 0)])
    .filter(([, n]) => n > 0)
    .map(([colour, n]) => {
      const one = document.createElement("span");
      one.append(gemPicture(colour, 16), String(n));
      return one;
    });
  document.getElementById("pay-left").replaceChildren(...(rest.length ? rest : ["0"]));
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
    [[, chosen]] = presets();
  }
  draw();
}

export function bindPayment(how) {
  act = how;
  document.addEventListener("click", (event) => {
    if (chosen && event.target.closest("#pay")) act(chosen.line, event.target.textContent);
  });
}
