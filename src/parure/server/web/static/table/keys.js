// @ts-check
// The keyboard: one stop of Tab for each group, arrows within it, and a key for everything that is touched.

import { all as every, byId, near } from "../dom.js";
import { setting } from "./settings.js";

const GROUPS = ["goals", "market", "bank", "own", "hand", "choice"];
const ROWS = "123";
const TOKENS = "wugrk";
const HAND = "456";
/** @type {Record<string, string>} */
const last = {};
/** The group that was used last. */
let lately = "market";
/** The row of the market whose key was pressed last. */
let row = "";
/** Whether the keyboard was used last, not a pointer. */
let byKeys = false;

/** @param {string | undefined} group */
const members = (group) =>
  every(`[data-group="${group}"]`).filter(
    (one) => one.offsetParent !== null || one.closest("dialog[open]"),
  );

/** @param {string | undefined} group */
function stopOf(group) {
  const all = members(group);
  return all.find((one) => one.id === last[group ?? ""]) ?? all[0];
}

/** Let Tab stop once in each group: where it was last, else at its first member. */
export function rove() {
  // All are looked at before any is changed, for which the browser would lay the page out anew each time.
  const stops = GROUPS.map(stopOf);
  const groups = GROUPS.map(members);
  groups.forEach((group, n) => group.forEach((one) => (one.tabIndex = one === stops[n] ? 0 : -1)));
}

/** Where a choice may be, the most urgent first. */
const CHOICES = [
  "dialog:modal [autofocus], dialog:modal button",
  "button[data-pick][data-group=own]",
  "[data-decision=gain] button[data-pick]",
  ".is-lit > button",
  "#answers > [data-move]",
];

/** Take the focus of somebody who plays by keys to the next choice, where a move has taken it away. */
export function refocus() {
  const { turn, status } = byId("table").dataset;
  if (byKeys && status === "over") return every("#answers > a")[0]?.focus();
  const lost = !document.activeElement?.checkVisibility() || document.activeElement === document.body;
  if (!byKeys || !lost || !turn) return undefined;
  const choices = CHOICES.flatMap((selector) => every(selector));
  return (choices.find((one) => one.checkVisibility()) ?? stopOf(lately) ?? stopOf("market"))?.focus();
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

/**
 * Touch a thing as a pointer would, and keep the focus on it.
 * @param {string} id
 */
function touch(id) {
  const one = document.getElementById(id);
  one?.focus();
  one?.click();
}

/**
 * Pick a token of one's own, or else of the bank; go on to the button where that makes an answer.
 * @param {string} colour
 */
function touchToken(colour) {
  const own = document.querySelector(`#own-${colour}[data-pick]`);
  touch(own ? `own-${colour}` : `bank-${colour}`);
  const button = byId("act", HTMLButtonElement);
  if (!button.hidden && !button.disabled) button.focus();
}

/**
 * Do what a key stands for at the table; tell whether it stands for anything.
 * @param {string} key
 */
function play(key) {
  const of = row;
  row = ROWS.includes(key) ? key : "";
  if (row) document.getElementById(`card-place-${row}a`)?.focus();
  else if (of && "abcdef".includes(key)) touch(`card-place-${of}${key}`);
  else if (of && key === "0") touch(`card-deck-${of}`);
  else if (of && key === "o") touch(`card-deck-${of}o`);
  else if (TOKENS.includes(key)) touchToken(key.toUpperCase());
  else if (HAND.includes(key)) touch(`card-hand-${HAND.indexOf(key) + 1}`);
  else if (key === "n") stopOf("goals")?.focus();
  else return false;
  return true;
}

/**
 * Return what a key says: a digit also where it is written above another sign, a letter large or small.
 * @param {KeyboardEvent} event
 */
function keyOf({ key, code }) {
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  return key === "?" || key.length > 1 ? key : digit ?? key.toLowerCase();
}

/** @typedef {Record<"undo" | "hint" | "rules" | "list" | "log" | "cancel", () => void>} Deeds */

/** @param {Deeds} deeds */
export function bindKeys({ cancel, undo, hint, rules, list, log }) {
  /** @type {Record<string, () => void>} */
  const letters = { z: undo, Backspace: undo, h: hint, i: rules, l: log, "?": list };
  document.addEventListener("pointerdown", () => (byKeys = false), true);
  document.addEventListener("focusin", (event) => {
    const one = near(event, "*");
    if (!one?.dataset.group) return;
    lately = one.dataset.group;
    last[lately] = one.id;
    rove();
  });
  document.addEventListener("keydown", (event) => {
    const one = near(event, "*");
    if (event.ctrlKey || event.metaKey || event.altKey || one?.matches("input, select, textarea")) return;
    byKeys = true;
    const arrow = ARROWS[event.key];
    if (arrow && one?.dataset.group) {
      next(one, arrow)?.focus();
      event.preventDefault();
      return;
    }
    if (event.key === "Escape") return cancel();
    if (!setting("letterkeys") || document.querySelector("dialog:modal:not(#drawer, #keys)")) return;
    const key = keyOf(event);
    if (letters[key]) letters[key]();
    else if (document.querySelector("dialog:modal") || !play(key)) return;
    event.preventDefault();
  });
}
