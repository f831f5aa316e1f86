// @ts-check
// How long it is until something begins.
import { all } from "./dom.js";

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/**
 * Show the time that is left where a page counts down, as hours and minutes, or as minutes and seconds.
 * @param {() => void} end what happens when the time has come
 */
export function countDown(end) {
  const show = () => {
    for (const clock of all("[data-until]")) {
      const left = Math.round((Date.parse(clock.dataset.until ?? "") - Date.now()) / 1000);
      if (left < 0) {
        clearInterval(timer);
        return end();
      }
      const [large, small] = left >= 3600 ? [left / 3600, left / 60] : [left / 60, left];
      clock.textContent = `${Math.floor(large)} : ${two(Math.floor(small) % 60)}`;
    }
  };
  const timer = setInterval(show, 1000);
  show();
}
