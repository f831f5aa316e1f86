// @ts-check
// Going through a game: a slider, arrow keys, play and pause, and the list of its turns.

import { all, first, isOnControl, near } from "../../web/static/dom.js";
import { closeLog, toggleLog } from "../../web/static/table/log_drawer.js";
import { flightsOf } from "../../web/static/table/flights.js";
import { fly } from "../../web/static/table/animation.js";
import { ParureTable } from "../../web/static/table/table.js";
import { turnsOf } from "../../web/static/table/log.js";
import { _, fill } from "../../web/static/table/words.js";
import { turnList } from "./list.js";
import { onceAFrame } from "./positions.js";

/** @typedef {import("../../web/static/table/scene.js").Document} Document */

/**
 * @typedef {object} Page what pages do in ways of their own
 * @property {() => void} [ask] the positions are wanted, and not there
 * @property {(move: number) => void} [rest] a position is shown
 * @property {(move: number) => boolean} [isStill] whether nothing can be answered at a position
 * @property {(places: import("./list.js").Place[], move: number) => unknown} [side] draws the list of the turns
 */

/** How long a position is shown while the game plays. */
const STEP = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1600 : 1100;

/**
 * The number of the last ply that a position knows.
 * @param {Document} position
 */
const newest = ({ game }) => game?.log.at(-1)?.number ?? -1;

/**
 * Let the page go through a game; return how to give its positions, and how to go to one.
 * @param {Document} doc what is shown first
 * @param {Page} page
 */
export function stepping(doc, { ask, rest, isStill = () => true, side = turnList }) {
  const bar = first("[data-replay]");
  const slider = first(".replay-slider", bar, HTMLInputElement);
  const play = first("[data-go=play]", bar);
  const table = first("parure-table", document, ParureTable);

  /** @type {Document[]} by how many moves have been made; none until they have come */
  let positions = [];
  /** @type {import("./list.js").Place[]} */
  let places = [];
  let last = Number(slider.max);
  let move = Number(slider.value);
  let shown = move;
  /** Whether what is shown leaps, as when a key is held: nothing flies then. */
  let leaps = false;
  let timer = 0;

  /**
   * Take in the positions.
   * @param {Document[]} found
   * @param {Document[]} [main] those of the game itself, whose turns are listed
   */
  function give(found, main = found) {
    positions = found;
    last = found.length - 1;
    slider.max = String(last);
    places = turnsOf(main[main.length - 1]).map((turn) => ({
      turn,
      move: main.findIndex((position) => newest(position) >= turn.number),
    }));
    go(Math.min(move, last));
  }

  function showWords() {
    const words = fill(_("move {n} of {all}"), { n: move, all: last });
    first(".replay-now", bar).textContent = words;
    slider.value = String(move);
    slider.setAttribute("aria-valuetext", words);
    const ends = { first: 0, back: 0, last, next: last };
    for (const [where, end] of Object.entries(ends)) {
      first(`[data-go=${where}]`, bar, HTMLButtonElement).disabled = move === end;
    }
  }

  function put() {
    table.show(doc, { still: isStill(shown), side: side(places, shown) });
    centre();
  }

  /** Keep the turn that is shown in the middle of the list; before the first, show its beginning. */
  function centre() {
    const list = first(".replay-turns ol");
    const current = all(".is-current", list)[0];
    list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }

  /** Show the position where one is. */
  const draw = onceAFrame(() => {
    const next = positions[move];
    if (!next) return;
    const flights = move === shown + 1 && !leaps ? flightsOf(next, newest(doc)) : [];
    doc = next;
    shown = move;
    fly(flights, put);
    rest?.(move);
  });

  /**
   * Go to a position: the words at once, the table with the next frame.
   * @param {number} number
   * @param {{ isLeap?: boolean }} [how]
   */
  function go(number, { isLeap = false } = {}) {
    move = Math.max(0, Math.min(last, number));
    leaps = isLeap;
    showWords();
    if (positions.length) draw();
    else ask?.();
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
    play.setAttribute("aria-label", _("Play"));
  }

  function start() {
    if (move === last) go(0);
    timer = setInterval(() => {
      if (move === last) pause();
      else go(move + 1);
    }, STEP);
    play.setAttribute("aria-pressed", "true");
    play.setAttribute("aria-label", _("Pause"));
  }

  /**
   * Go to a position by hand.
   * @param {number} number
   * @param {{ isLeap?: boolean }} [how]
   */
  function choose(number, how) {
    pause();
    go(number, how);
  }

  /** @type {Record<string, () => number>} where each button leads */
  const targets = { first: () => 0, back: () => move - 1, next: () => move + 1, last: () => last };

  bar.addEventListener("click", (event) => {
    const what = near(event, "[data-go]")?.dataset.go;
    if (what === "play") {
      if (timer) pause();
      else start();
    } else if (what) choose(targets[what]());
  });

  table.addEventListener("click", (event) => {
    const turn = near(event, ".replay-turn");
    if (turn) choose(Number(turn.dataset.turn));
  });

  slider.addEventListener("input", () => choose(Number(slider.value), { isLeap: true }));

  document.addEventListener("click", (event) => {
    if (!near(event, "[data-log]")) return;
    toggleLog();
    centre();
  });

  /** @type {Record<string, string>} */
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") closeLog();
    if (event.key === " " && !isOnControl(event)) play.click();
    else if (keys[event.key]) choose(targets[keys[event.key]](), { isLeap: event.repeat });
    else return;
    event.preventDefault();
  });

  showWords();
  put();
  return { give, redraw: draw, go: choose, by: (/** @type {number} */ steps) => choose(move + steps) };
}
