// @ts-check
// A suggestion: the move is ringed on the table, the reason stands where the log is.

import { all, byId, near } from "../dom.js";

/** @typedef {{ version: number, title: string, html: string, move: string, things: string[] }} Advice */
/** @typedef {(line: string | undefined, label: string | null) => void} Act makes a move */

/** @type {(() => void) | null} */
let doing = null;

export function hideAdvice() {
  byId("advice").hidden = true;
  byId("advice-title").textContent = "";
  byId("advice-body").replaceChildren();
  doing = null;
  for (const one of all(".is-hinted")) {
    one.classList.remove("is-hinted");
    delete one.dataset.hint;
  }
}

/** Put a suggestion away that is shown, and go back to where it was asked for. */
export function closeAdvice() {
  if (byId("advice").hidden) return;
  hideAdvice();
  document.getElementById("hint")?.focus();
}

/**
 * Show what the server suggests.
 * @param {Advice} answer
 * @param {Act} act
 */
export function advise(answer, act) {
  hideAdvice();
  const panel = byId("advice");
  byId("advice-title").textContent = answer.title;
  byId("advice-body").innerHTML = answer.html;
  doing = () => act(answer.move, answer.title);
  for (const thing of answer.things) {
    const one = document.getElementById(thing);
    if (!one) continue;
    one.classList.add("is-hinted");
    one.dataset.hint = panel.dataset.hint;
  }
  panel.hidden = false;
  byId("advice-do").focus();
}

document.addEventListener("click", (event) => {
  if (near(event, "#advice-close")) closeAdvice();
  if (near(event, "#advice-do")) {
    const deed = doing;
    hideAdvice();
    deed?.();
  }
});
