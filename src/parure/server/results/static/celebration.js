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

/** A lane is at least this wide, in pixels. */
const WIDTH = 28;

/**
 * Find where gems may fall: in the margins of the page, and beside the portrait.
 * @returns {Lane[]}
 */
function lanes() {
  const page = first("main").getBoundingClientRect();
  const margins = { top: 0, height: innerHeight };
  const found = [
    { ...margins, left: 0, width: page.left },
    { ...margins, left: page.right, width: document.documentElement.clientWidth - page.right },
  ];
  const frame = document.querySelector(".end-portrait")?.getBoundingClientRect();
  const picture = document.querySelector(".end-portrait svg")?.getBoundingClientRect();
  if (frame && picture) {
    const { top, height } = frame;
    found.push({ top, height, left: frame.left, width: picture.left - frame.left });
    found.push({ top, height, left: picture.right, width: frame.right - picture.right });
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
  const falls = Array.from({ length: GEMS }, (_gem, n) => fall(places[n % places.length], n));
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
 * Let a gem fall through a lane.
 * @param {Lane & { element: HTMLElement }} lane
 * @param {number} n which gem it is
 */
function fall({ element, width, height }, n) {
  const size = 10 + 16 * Math.random();
  const drop = document.createElement("span");
  drop.style.left = `${Math.random() * Math.max(0, width - size)}px`;
  render(gem(TOKENS[n % TOKENS.length], size), drop);
  element.append(drop);
  const turn = 180 * (Math.random() - 0.5);
  const delay = 0.45 * MILLISECONDS * Math.random();
  const transform = [
    `translateY(${-2 * size}px) rotate(${turn}deg)`,
    `translateY(${height + size}px) rotate(${-turn}deg)`,
  ];
  const easing = "cubic-bezier(0.4, 0, 0.9, 0.7)";
  return drop.animate({ transform }, { delay, duration: MILLISECONDS - delay, easing, fill: "both" });
}
