// @ts-check
// A rain of gems for whoever has won at this screen: once for each game, and never over words.

import { isCalm } from "../../web/static/table/animation.js";
import { first } from "../../web/static/dom.js";
import { gem } from "../../web/static/table/faces.js";
import { TOKENS } from "../../web/static/table/words.js";
import { render } from "../../web/static/vendor/lit-html.js";

const GEMS = 46;
const MILLISECONDS = 1400;
/** Games whose end was celebrated, the newest first: so many are remembered. */
const REMEMBERED = 50;
const KEY = "parure-celebrated";

/**
 * Let gems fall beside what is written, if the viewer has won and sees that for the first time.
 * @param {import("../../web/static/table/scene.js").Document} doc
 */
export function celebrate({ table, game, you }) {
  const celebrated = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  const hasWon = game?.result?.winners.some((seat) => you.seats.includes(seat));
  if (!hasWon || celebrated.includes(table.id)) return;
  localStorage.setItem(KEY, JSON.stringify([table.id, ...celebrated].slice(0, REMEMBERED)));
  if (!isCalm()) rain();
}

/** @typedef {{ left: number, top: number, width: number, height: number }} Lane where nothing is written */

/** A lane is at least this wide, and this far from words, in pixels. */
const WIDTH = 20;
const GAP = 8;

/**
 * Find where gems may fall: in the margins of the page, and beside the portrait.
 * @returns {Lane[]}
 */
function lanes() {
  const page = first("main").getBoundingClientRect();
  const margins = { top: 0, height: Math.min(innerHeight, first(".final").getBoundingClientRect().top) };
  const found = [
    { ...margins, left: 0, width: page.left - GAP },
    { ...margins, left: page.right + GAP, width: document.documentElement.clientWidth - page.right - GAP },
  ];
  const portrait = document.querySelector(".end-portrait")?.getBoundingClientRect();
  const picture = document.querySelector(".end-portrait svg")?.getBoundingClientRect();
  const words = first(".end-words").getBoundingClientRect();
  if (portrait && picture) {
    const { top, height } = portrait;
    const right = words.left > picture.right ? words.left - GAP : innerWidth;
    found.push({ top, height, left: 0, width: picture.left });
    found.push({ top, height, left: picture.right, width: right - picture.right });
  }
  return found.filter(({ width }) => width >= WIDTH);
}

function rain() {
  const stage = document.createElement("div");
  stage.className = "rain";
  stage.ariaHidden = "true";
  const places = lanes().map((lane) => ({ ...lane, element: laneElement(lane) }));
  if (!places.length) return;
  stage.append(...places.map(({ element }) => element));
  document.body.append(stage);
  const falls = Array.from({ length: GEMS }, () => fall(anyOf(places)));
  const end = () => stage.remove();
  Promise.allSettled(falls.map(({ finished }) => finished)).then(end);
  for (const input of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(input, end, { once: true, passive: true });
  }
}

/** @param {Lane} lane */
function laneElement({ left, top, width, height }) {
  const element = document.createElement("div");
  Object.assign(element.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  return element;
}

/**
 * Choose one of several lanes, a larger one more often.
 * @template {Lane} T
 * @param {T[]} lanes
 */
function anyOf(lanes) {
  const areas = lanes.map(({ width, height }) => width * height);
  let place = Math.random() * areas.reduce((sum, area) => sum + area, 0);
  return lanes[areas.findIndex((area) => (place -= area) < 0)] ?? lanes[0];
}

/**
 * Let a gem fall through a lane.
 * @param {Lane & { element: HTMLElement }} lane
 */
function fall({ element, width, height }) {
  const size = 10 + 16 * Math.random();
  const drop = document.createElement("span");
  drop.style.left = `${Math.random() * Math.max(0, width - size)}px`;
  render(gem(TOKENS[Math.floor(Math.random() * TOKENS.length)], size), drop);
  element.append(drop);
  const turn = 180 * (Math.random() - 0.5);
  const delay = 0.45 * MILLISECONDS * Math.random();
  const transform = [
    `translateY(${-2 * size}px) rotate(${turn}deg)`,
    `translateY(${height + size}px) rotate(${-turn}deg)`,
  ];
  const easing = "cubic-bezier(0.3, 0.1, 0.8, 0.8)";
  return drop.animate({ transform }, { delay, duration: MILLISECONDS - delay, easing, fill: "both" });
}
