// @ts-check
// What a choice leads to, while it is being made: the server says it of the tokens that are picked, or of
// the first answer of the menu that is open; here it is only put into its places.

import { request } from "../base.js";
import { all, byId, first } from "../dom.js";
import { pickedLine, tellThen } from "./pick.js";
import { setting } from "./settings.js";

/**
 * @typedef {object} Preview
 * @property {number} version
 * @property {string} html
 * @property {string} words one line, where there is no room for more
 * @property {string[]} then things that can be paid for then
 * @property {string} word what is written on them
 * @property {Record<string, string>} tokens how many more there are of each
 * @property {Record<string, string>} tiles what is said on tiles
 */
/** @typedef {{ version: number, html: string, marks: Record<string, string[]> }} Rivals */

const data = () => byId("table").dataset;
/** What was asked for last, so that an answer that comes late is not shown. */
let asked = "";
/** Ends the request for it: requests that nobody waits for would keep a move from being sent. */
let asking = new AbortController();
/** @type {Preview | null} */
let known = null;
/** @type {Rivals | null} */
let rivals = null;

/** The first answer of the menu that is open. */
function menuLine() {
  const menu = all(".menu:popover-open")[0];
  return menu ? all("[data-move]", menu)[0]?.dataset.move : undefined;
}

/**
 * @param {string} path
 * @param {string} line
 */
async function ask(path, line) {
  const { table, seat = "" } = data();
  const query = new URLSearchParams({ line, ...(seat ? { seat } : {}) });
  const answer = await request(`/tables/${table}/preview${path}?${query}`, { signal: asking.signal });
  return answer?.ok ? JSON.parse(answer.text) : null;
}

function clear() {
  byId("preview").hidden = true;
  byId("preview").replaceChildren();
  for (const one of all(".is-then, [data-more], [data-away]")) {
    one.classList.remove("is-then");
    delete one.dataset.then;
    delete one.dataset.more;
    delete one.dataset.away;
  }
  all(".rivals.is-chance").forEach((one) => one.remove());
  tellThen("");
}

/**
 * Say something of things on the table, by their ids.
 * @param {Record<string, string>} words
 * @param {(one: HTMLElement, word: string) => void} say
 */
function mark(words, say) {
  for (const [id, word] of Object.entries(words)) {
    const one = document.getElementById(id);
    if (one) say(one, word);
  }
}

/**
 * Say under cards on the table what rivals may do with them.
 * @param {Record<string, string>} marks
 * @param {string} kind
 */
export function showRivals(marks, kind = "is-chance") {
  mark(marks, (one, html) => {
    const box = document.createElement("span");
    box.className = `rivals ${kind}`;
    box.setAttribute("aria-hidden", "true");
    box.innerHTML = html;
    one.append(box);
  });
}

function show() {
  clear();
  if (!known) return;
  const panel = byId("preview");
  panel.innerHTML = known.html;
  panel.hidden = !byId("advice").hidden;
  const { then, word, tokens, tiles } = known;
  mark(Object.fromEntries(then.map((id) => [id, word])), (one, text) => {
    one.classList.add("is-then");
    one.dataset.then = text;
  });
  mark(tokens, (one, text) => (one.dataset.more = text));
  mark(tiles, (one, text) => (one.dataset.away = text));
  if (rivals) {
    first("#preview-rivals", panel).innerHTML = rivals.html;
    showRivals(
      Object.fromEntries(Object.entries(rivals.marks).map(([id, html]) => [id, html.join("")])),
    );
  }
  tellThen(known.words);
}

/** Show what the present choice leads to, or nothing where none is made. */
export async function showPreview() {
  const line = setting("plain") ? undefined : menuLine() ?? pickedLine();
  const wanted = line ? `${data().version} ${line}` : "";
  if (wanted === asked) return show();
  asked = wanted;
  asking.abort();
  asking = new AbortController();
  known = rivals = null;
  if (!line) return clear();
  const found = await ask("", line);
  if (wanted !== asked) return undefined;
  known = found;
  show();
  if (!known || !setting("rivals") || !data().turn) return undefined;
  const others = await ask("/rivals", line);
  if (wanted !== asked) return undefined;
  rivals = others;
  return show();
}

document.addEventListener("parure:picked", showPreview);
document.addEventListener(
  "toggle",
  (event) => event.target instanceof Element && event.target.matches(".menu") && showPreview(),
  true,
);
