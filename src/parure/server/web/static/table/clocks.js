// @ts-check
// The clocks: how much time each seat has left, written several times a second.

import { all } from "../dom.js";

let began = 0;

/** @param {Intl.NumberFormatOptions["unit"]} unit */
const unit = (unit) =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unitDisplay: "narrow", unit });
const [hours, minutes] = [unit("hour"), unit("minute")];

/**
 * Write the time: minutes and seconds, or hours and minutes where there are many.
 * @param {number} seconds
 */
function timeLeft(seconds) {
  const [whole, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  if (whole < 120) return `${whole}:${rest}`;
  return `${hours.format(Math.floor(whole / 60))} ${minutes.format(whole % 60)}`;
}

function tick() {
  const gone = (performance.now() - began) / 1000;
  for (const clock of all("[data-clock]")) {
    const runs = clock.classList.contains("runs");
    const left = Math.max(0, Math.ceil(Number(clock.dataset.clock) - (runs ? gone : 0)));
    const text = timeLeft(left);
    if (clock.textContent !== text) clock.textContent = text;
  }
}

/**
 * Count from a decision on that began so many seconds ago.
 * @param {number} elapsed
 */
export function keepTime(elapsed) {
  began = performance.now() - 1000 * elapsed;
  tick();
}

setInterval(tick, 250);
