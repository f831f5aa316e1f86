// Choosing on the table: tokens that are one answer together, a stronghold and where it goes, and the word
// of confirmation. The server says which sets and targets there are.

import { say } from "../base.js";

let act = () => {};
let picked = [];
let origin = "";
let staged = null;

const table = () => document.getElementById("table");
const read = (name) => (table().dataset[name] ? JSON.parse(table().dataset[name]) : {});
const count = (list, one) => list.filter((other) => other === one).length;

export const isPicking = () => Boolean(picked.length || origin || staged);

/** Tell whether a set, such as `W U G`, holds all that is picked. */
function holds(set, list) {
  const parts = set.split(" ");
  return list.every((one) => count(parts, one) >= count(list, one));
}

const leads = (list) => Object.keys(read("sets")).some((set) => holds(set, list));

function lineOf(list) {
  const found = Object.entries(read("sets")).find(
    ([set]) => set.split(" ").length === list.length && holds(set, list),
  );
  return found?.[1];
}

/** Choose a token, or put it back; say why where neither is possible. */
function pick(token) {
  const colour = token.dataset.pick;
  staged = null;
  if (colour && leads([...picked, colour])) picked = [...picked, colour];
  else if (picked.includes(colour)) picked = picked.filter((one) => one !== colour);
  else if (colour && leads([colour])) picked = [colour];
  else if (table().dataset.pool === "bank" && token.dataset.tip) say(token.dataset.tip.split("\n").at(-1));
  showPicks();
}

export function cancelPick() {
  picked = [];
  origin = "";
  staged = null;
  showPicks();
}

/** Ask for a word of confirmation before something is done. */
export function stage(label, then) {
  const open = [...document.querySelectorAll(":popover-open")];
  staged = { label, then, thing: open.map((one) => one.closest(".spot")?.id).find(Boolean) };
  open.forEach((one) => one.hidePopover());
  showPicks();
  document.getElementById("act").focus();
}

export function gemPicture(colour, size = 16) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.classList.add("gem");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("width", size);
  svg.setAttribute("height", size);
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#g${colour}`);
  svg.append(use);
  return svg;
}

export function gemRow(colours, size) {
  const row = document.createElement("span");
  row.className = "gems";
  row.append(...colours.map((colour) => gemPicture(colour, size)));
  return row;
}

/** Show what is picked, what still can be, and the one main button; drop what is no longer possible. */
export function showPicks() {
  if (picked.length && !leads(picked)) picked = [];
  const targets = read("targets")[origin] ?? {};
  if (origin && !Object.keys(targets).length) origin = "";
  for (const one of document.querySelectorAll("[data-pick]")) {
    const n = count(picked, one.dataset.pick);
    one.setAttribute("aria-pressed", n > 0);
    one.dataset.chosen = n;
    one.classList.toggle("is-out", !n && !leads([...picked, one.dataset.pick]));
  }
  for (const spot of document.querySelectorAll(".spot")) {
    spot.classList.toggle("is-chosen", spot.id === origin || spot.id === staged?.thing);
    spot.classList.toggle("is-target", spot.id in targets);
    spot.classList.toggle("is-faded", Boolean(origin) && !(spot.id in targets) && spot.id !== origin);
  }
  showButtons();
}

function showButtons() {
  const bar = document.getElementById("answers");
  const main = document.getElementById("act");
  const clear = document.getElementById("clear");
  const words = document.getElementById("stage").dataset;
  const line = picked.length ? lineOf(picked) : undefined;
  bar.classList.toggle("is-busy", isPicking());
  bar.classList.toggle("is-picking", Boolean(picked.length) && !staged);
  clear.hidden = !isPicking();
  main.hidden = !staged && !picked.length;
  main.disabled = !staged && !line;
  if (staged) main.replaceChildren(words.yes);
  else if (picked.length) main.replaceChildren(bar.dataset.verb, gemRow(picked, 18));
  clear.firstChild.data = staged ? words.no : clear.dataset.words;
  const other = document.getElementById("ask-staged");
  const isShort = Boolean(picked.length) && !line;
  other.hidden = !staged && !origin && !isShort;
  document.getElementById("ask-words").hidden = !other.hidden;
  const title = document.querySelector("#ask-words h2").textContent;
  const [head, more] = origin ? [words.where, words.target] : [title, words.more];
  other.querySelector("h2").textContent = staged ? words.sure : head;
  other.querySelector("p").textContent = staged ? staged.label : more;
  main.removeAttribute("aria-label");
  if (!staged && picked.length) {
    const names = picked.map((colour) => bar.dataset[`name${colour[0].toUpperCase()}${colour.slice(1).toLowerCase()}`]).join(", ");
    main.setAttribute("aria-label", `${bar.dataset.verb} ${names}`);
  }
}

export function bindPicks(how) {
  act = how;
  document.addEventListener(
    "click",
    (event) => {
      const spot = event.target.closest(".spot");
      const move = origin && spot && (read("targets")[origin] ?? {})[spot.id];
      if (!move || event.target.closest(".menu")) return;
      event.preventDefault();
      event.stopPropagation();
      const label = event.target.closest("button")?.getAttribute("aria-label") ?? "";
      origin = "";
      act(move, label);
    },
    true,
  );
  document.addEventListener("click", (event) => {
    const token = event.target.closest("[data-pick], .token-stack");
    if (token) pick(token);
    else if (event.target.closest("#clear")) cancelPick();
    else if (event.target.closest("#act")) {
      if (staged) {
        const { then } = staged;
        cancelPick();
        then();
      } else act(lineOf(picked), document.getElementById("act").getAttribute("aria-label"));
    } else if (event.target.closest("[data-begin]")) {
      origin = `place-${event.target.closest("[data-begin]").dataset.begin}`;
      event.target.closest("[popover]")?.hidePopover();
      showPicks();
    }
  });
}
