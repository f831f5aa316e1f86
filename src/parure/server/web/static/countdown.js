// @ts-check
// How long it is until something begins.
import { all } from "./dom.js";

/** @param {number} number */
const two = (number) => String(Math.floor(number) % 60).padStart(2, "0");

function show() {
  for (const clock of all("[data-until]")) {
    const left = Math.max(0, Date.parse(clock.dataset.until ?? "") - Date.now()) / 1000;
    const [large, small] = left >= 3600 ? [left / 3600, left / 60] : [left / 60, left];
    clock.textContent = `${Math.floor(large)} : ${two(small)}`;
  }
}

/** Show the time that is left where a page counts down: hours and minutes, or minutes and seconds. */
export function countDown() {
  setInterval(show, 1000);
  show();
}
