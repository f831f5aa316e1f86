// @ts-check
// Choosing on the table: tokens that are one answer together, a stronghold and where it goes, and the word
// of confirmation. The server says which sets and targets there are.

import { say } from "../base.js";
import { all, byId, first, near } from "../dom.js";

/** @type {import("./advice.js").Act} */
let act = () => {};
/** @type {string[]} */
let picked = [];
let origin = "";
/** @typedef {{ head: string, yes: string, no: string }} Words in which something is asked */
/**
 * What waits for a word of confirmation; with a line, for one's own turn.
 * @type {{ label: string | null, then: () => void, thing?: string, card?: string, line?: string, words?: Words } | null}
 */
let staged = null;
/** Whether it was chosen while others were to play. */
let isPlan = false;
/** What the choice leads to, in a line. */
let then = "";

const table = () => byId("table");
/** @returns {Record<string, string>} the line of each set of tokens */
const sets = () =>
  Object.fromEntries((table().dataset.sets || "").split("; ").filter(Boolean).map((set) => set.split(": ")));
/** @returns {Record<string, string>} the line of each place where a stronghold may go */
const targets = () => JSON.parse(table().dataset.targets || "{}")[origin] ?? {};
/**
 * @param {string[]} list
 * @param {string | undefined} one
 */
const count = (list, one) => list.filter((other) => other === one).length;

const isTurn = () => Boolean(table().dataset.turn);

export const isPicking = () => Boolean(picked.length || origin || staged);

/** The line that the tokens make which are picked, or that is planned. */
export const pickedLine = () => staged?.line ?? (picked.length ? lineOf(picked) : undefined);

/**
 * Say in the question what the choice leads to.
 * @param {string} words
 */
export function tellThen(words) {
  then = words;
  showButtons();
}

/**
 * Tell whether a set, such as `W U G`, holds all that is picked.
 * @param {string} set
 * @param {string[]} list
 */
function holds(set, list) {
  const parts = set.split(" ");
  return list.every((one) => count(parts, one) >= count(list, one));
}

/** @param {string[]} list */
const leads = (list) => Object.keys(sets()).some((set) => holds(set, list));

/** @param {string[]} list */
function lineOf(list) {
  const found = Object.entries(sets()).find(
    ([set]) => set.split(" ").length === list.length && holds(set, list),
  );
  return found?.[1];
}

/**
 * Choose a token, or put it back; say why where neither is possible.
 * @param {HTMLElement} token
 */
function pick(token) {
  const colour = token.dataset.pick;
  staged = null;
  isPlan = !isTurn();
  if (colour && leads([...picked, colour])) picked = [...picked, colour];
  else if (colour && picked.includes(colour)) picked = picked.filter((one) => one !== colour);
  else if (colour && leads([colour])) picked = [colour];
  else if (table().dataset.pool === "bank" && token.dataset.tip) say(token.dataset.tip.split("\n").at(-1));
  showPicks();
}

export function cancelPick() {
  picked = [];
  origin = "";
  staged = null;
  isPlan = false;
  showPicks();
}

/** Clear the choice while it is sent; return what brings it back, where nothing came of it. */
export function setAside() {
  const kept = { picked, staged: staged?.words ? null : staged, isPlan };
  cancelPick();
  return () => {
    if (isPicking()) return;
    ({ picked, staged, isPlan } = kept);
    showPicks();
  };
}

/** The thing whose menu is open, which closes. */
function chosenThing() {
  const open = all(":popover-open");
  const spot = open.map((one) => one.closest(".spot")).find(Boolean);
  open.forEach((one) => one.hidePopover());
  return spot instanceof HTMLElement ? spot : undefined;
}

/**
 * Keep a move for one's own turn: it is shown, and sent by a tap.
 * @param {string} line
 * @param {string | null} label
 */
export function plan(line, label) {
  const spot = chosenThing();
  picked = [];
  isPlan = true;
  staged = { label, then: () => act(line, label), thing: spot?.id, card: spot?.dataset.card, line };
  showPicks();
}

/** Drop what is chosen and no longer possible, and say so of a plan. */
function drop() {
  // The turn may end by a move of another tab: what is chosen waits for the next one.
  if (picked.length && !isTurn()) [isPlan, staged] = [true, null];
  const { sets: known, plans } = table().dataset;
  const isKnown = isTurn() || Boolean(plans);
  const lost = picked.length && (isTurn() || known) && !leads(picked);
  const spot = document.getElementById(staged?.thing ?? "");
  const isOther = staged?.line && spot?.dataset.card !== staged.card;
  const isOffered = spot && all("[data-move]", spot).some((one) => one.dataset.move === staged?.line);
  if (!lost && !isOther && !(staged?.line && isKnown && !isOffered)) return;
  if (isPlan) say(byId("stage").dataset.gone);
  picked = [];
  staged = null;
  isPlan = false;
}

/**
 * Ask for a word of confirmation before something is done; in words of its own, to go back comes first.
 * @param {string | null} label
 * @param {() => void} then
 * @param {Words} [words]
 */
export function stage(label, then, words) {
  staged = { label, then, thing: chosenThing()?.id, words };
  showPicks();
  byId(words ? "clear" : "act").focus();
}

/** @param {string} colour */
export function gemPicture(colour, size = 16) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.classList.add("gem");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#g${colour}`);
  svg.append(use);
  return svg;
}

/**
 * @param {string[]} colours
 * @param {number} size
 */
export function gemRow(colours, size) {
  const row = document.createElement("span");
  row.className = "gems";
  row.append(...colours.map((colour) => gemPicture(colour, size)));
  return row;
}

/** Show what is picked, what still can be, and the one main button; drop what is no longer possible. */
export function showPicks() {
  drop();
  const goals = targets();
  if (origin && !Object.keys(goals).length) origin = "";
  for (const one of all("[data-pick]")) {
    const { pick = "" } = one.dataset;
    const n = count(picked, pick);
    one.setAttribute("aria-pressed", String(n > 0));
    one.dataset.chosen = String(n);
    one.classList.toggle("is-out", !n && !leads([...picked, pick]));
  }
  for (const spot of all(".spot")) {
    spot.classList.toggle("is-chosen", spot.id === origin || spot.id === staged?.thing);
    spot.classList.toggle("is-target", spot.id in goals);
    spot.classList.toggle("is-faded", Boolean(origin) && !(spot.id in goals) && spot.id !== origin);
  }
  showButtons();
  document.dispatchEvent(new Event("parure:picked"));
}

function showButtons() {
  const bar = byId("answers");
  const main = byId("act", HTMLButtonElement);
  const clear = byId("clear");
  const words = byId("stage").dataset;
  const line = picked.length ? lineOf(picked) : undefined;
  bar.classList.toggle("is-busy", isPicking());
  bar.classList.toggle("is-picking", Boolean(picked.length) && !staged);
  clear.hidden = !isPicking();
  main.hidden = !staged && !picked.length;
  main.disabled = !isTurn() || (!staged && !line);
  bar.classList.toggle("is-warning", Boolean(staged?.words));
  if (staged) main.replaceChildren(staged.words?.yes ?? (staged.line ? words.do : words.yes) ?? "");
  else if (picked.length) main.replaceChildren(bar.dataset.verb ?? "", gemRow(picked, 18));
  if (clear.firstChild) {
    clear.firstChild.nodeValue = staged?.words?.no ??
      (staged && !staged.line ? words.no : clear.dataset.words) ?? "";
  }
  const other = byId("ask-staged");
  const isShort = Boolean(picked.length) && !line;
  other.hidden = !staged && !origin && !isShort && !isPlan && !(then && picked.length);
  byId("ask-words").hidden = !other.hidden;
  const [head, rest] = sentence(isShort);
  const [title, note] = [document.createElement("h2"), document.createElement("p")];
  title.textContent = head ?? "";
  note.textContent = rest ?? "";
  other.replaceChildren(...other.hidden ? [] : [title, note]);
  main.removeAttribute("aria-label");
  if (!staged && picked.length) {
    const names = picked.map((colour) =>
      bar.dataset[`name${colour[0].toUpperCase()}${colour.slice(1).toLowerCase()}`]
    ).join(", ");
    main.setAttribute("aria-label", `${bar.dataset.verb} ${names}`);
  }
}

/**
 * What stands in place of the question: its title, and the rest.
 * @param {boolean} isShort
 */
function sentence(isShort) {
  const { sure, where, target, short, planned, wait } = byId("stage").dataset;
  if (staged) return [staged.words?.head ?? (staged.line ? planned : sure), staged.label];
  if (origin) return [where, target];
  if (isShort) return [isPlan ? planned : first("#ask-words h2").textContent, short];
  if (isTurn()) return [first("#ask-words h2").textContent, then || (isPlan ? planned : "")];
  return [planned, then || wait];
}

/** @param {import("./advice.js").Act} how */
export function bindPicks(how) {
  act = how;
  document.addEventListener(
    "click",
    (event) => {
      const move = targets()[near(event, ".spot")?.id ?? ""];
      if (!move || near(event, ".menu")) return;
      event.preventDefault();
      event.stopPropagation();
      const label = near(event, "button")?.getAttribute("aria-label") ?? "";
      origin = "";
      act(move, label);
    },
    true,
  );
  document.addEventListener("click", (event) => {
    const token = near(event, "[data-pick], .token-stack");
    const begin = near(event, "[data-begin]");
    if (token) pick(token);
    else if (near(event, "#clear")) cancelPick();
    else if (near(event, "#act")) {
      if (staged) staged.then();
      else act(lineOf(picked), byId("act").getAttribute("aria-label"));
    } else if (begin) {
      origin = `place-${begin.dataset.begin}`;
      near(event, "[popover]")?.hidePopover();
      showPicks();
    }
  });
}
