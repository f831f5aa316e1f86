// @ts-check
// The keyboard: one stop of Tab for each group, arrows within it, and a few letters.

import { all as every, near } from "../dom.js";

const GROUPS = ["goals", "market", "bank", "own", "hand", "choice"];
/** @type {Record<string, string>} */
const last = {};

/** @param {string | undefined} group */
const members = (group) =>
  every(`[data-group="${group}"]`).filter(
    (one) => one.offsetParent !== null || one.closest("dialog[open]"),
  );

/** Let Tab stop once in each group: where it was last, else at its first member. */
export function rove() {
  for (const group of GROUPS) {
    const all = members(group);
    const stop = all.find((one) => one.id === last[group]) ?? all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  }
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Return the nearest member in a direction: what lies more aside counts for more.
 * @param {HTMLElement} from
 * @param {[number, number]} direction
 */
function next(from, [x, y]) {
  /** @param {Element} one */
  const centre = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [left, top] = centre(from);
  let best = null;
  for (const one of members(from.dataset.group)) {
    const [otherLeft, otherTop] = centre(one);
    const along = (otherLeft - left) * x + (otherTop - top) * y;
    const aside = Math.abs((otherLeft - left) * y) + Math.abs((otherTop - top) * x);
    if (along > 4 && (!best || along + 3 * aside < best.far)) best = { one, far: along + 3 * aside };
  }
  return best?.one;
}

/** @param {Record<"undo" | "hint" | "rules" | "cancel", () => void>} deeds */
export function bindKeys({ undo, hint, rules, cancel }) {
  document.addEventListener("focusin", (event) => {
    const one = near(event, "*");
    if (!one?.dataset.group) return;
    last[one.dataset.group] = one.id;
    rove();
  });
  document.addEventListener("keydown", (event) => {
    const one = near(event, "*");
    if (event.ctrlKey || event.metaKey || event.altKey || one?.matches("input, select, textarea")) return;
    const arrow = ARROWS[event.key];
    if (arrow && one?.dataset.group) {
      next(one, arrow)?.focus();
      event.preventDefault();
      return;
    }
    if (event.key === "Escape") cancel();
    else if (document.querySelector("dialog:modal:not(#drawer)")) return;
    else if (event.key === "u") undo();
    else if (event.key === "h") hint();
    else if (event.key === "?") rules();
  });
}
