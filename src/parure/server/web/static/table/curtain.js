// @ts-check
// What hides the table until the next one at the same screen has taken the place.

import { html, nothing } from "../vendor/lit-html.js";
import { shield } from "./faces.js";
import { _, fill } from "./words.js";

/**
 * The curtain, where one is drawn.
 * @param {import("./scene.js").Scene} scene
 */
export function curtain({ you, names }) {
  if (you.curtain === null) return nothing;
  const name = names[you.curtain];
  return html`
    <dialog class="curtain" data-modal id="curtain" aria-labelledby="curtain-title">
      <div class="curtain-body">
          ${shield(you.curtain, 56)}
          <h2 id="curtain-title">${fill(_("{name}, it’s your turn"), { name })}</h2>
          <p>${_("Pass the device on, then lift the curtain.")}</p>
          <button type="button" class="button button--main" data-lift=${you.curtain} autofocus>${fill(
            _("I am {name}"),
            { name },
          )}</button>
          ${you.undoer === null ? nothing : undoButton(you.undoer, names[you.undoer])}
        </div>
    </dialog>
  `;
}

/**
 * @param {number} seat
 * @param {string} name
 */
const undoButton = (seat, name) =>
  html`<button type="button" class="button" data-undo=${seat}>${
    fill(_("Undo {name}’s move"), { name })
  }</button>`;
