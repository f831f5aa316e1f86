// @ts-check
// Moments: a noble's visit, a city, a post, a conquest and the end are shown large, and soon gone. They take no
// tap and stop nothing; without animations there are none.

import { all, byId } from "../dom.js";
import { isCalm } from "./fly.js";

/**
 * Show the moments that came after a move; return what they are.
 * @param {number} seen the number of the move
 */
export function showMoments(seen) {
  const fresh = all("#moments > *").filter((one) => Number(one.dataset.number) > seen);
  const kinds = fresh.map((one) => one.dataset.kind);
  if (isCalm()) return kinds;
  byId("stage-moments").replaceChildren(
    ...fresh.map((one, index) => {
      const shown = document.importNode(one, true);
      shown.addEventListener("animationend", () => shown.remove());
      shown.classList.add(`moment--${index}`);
      return shown;
    }),
  );
  return kinds;
}
