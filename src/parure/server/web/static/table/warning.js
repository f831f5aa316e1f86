// @ts-check
// A warning before a move is sent: the server says what it loses, and whoever plays decides.

import { request } from "../base.js";
import { all, byId, near } from "../dom.js";
import { isPicking, stage } from "./pick.js";
import { showRivals } from "./preview.js";

/** After so many seconds a move is sent without a warning. */
const SECONDS = 3;

/**
 * @typedef {object} Warning
 * @property {string} title
 * @property {string} words
 * @property {string} html
 * @property {Record<string, string>} marks what is said on cards that it leaves to rivals
 * @property {string} yes
 * @property {string} no
 */

export function hideWarning() {
  byId("warning").hidden = true;
  byId("warning-body").replaceChildren();
  all(".rivals.is-left").forEach((one) => one.remove());
}

/**
 * Return the warning for a move; none where nobody wants it, or it does not come in time.
 * @param {string | undefined} line
 * @returns {Promise<Warning | null>}
 */
export async function warningOf(line) {
  const { table, seat = "", warned, decision } = byId("table").dataset;
  if (!line || !warned || decision !== "action") return null;
  const query = new URLSearchParams({ line, ...(seat ? { seat } : {}) });
  const answer = await request(`/tables/${table}/preview/warning?${query}`, {}, SECONDS);
  return answer?.ok ? JSON.parse(answer.text) : null;
}

/**
 * Ask whether to make a move all the same.
 * @param {Warning} warning
 * @param {() => void} go
 */
export function showWarning({ title, words, html, marks, yes, no }, go) {
  stage(words, go, { head: title, yes, no });
  byId("warning-body").innerHTML = html;
  byId("warning").hidden = false;
  showRivals(marks, "is-left");
}

document.addEventListener("parure:picked", () => isPicking() || hideWarning());
document.addEventListener("click", (event) => near(event, "#warning-better") && hideWarning());
