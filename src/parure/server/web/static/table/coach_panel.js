// @ts-check
// The coach of a lesson, in the column of the log.

import { html, nothing } from "../vendor/lit-html.js";
import { card } from "./faces.js";
import { _, fill } from "./words.js";

/**
 * What the coach says now, where the table gives a lesson. To fold what has been read is left to the page.
 * @param {import("./scene.js").Scene} scene
 */
export function coach({ you }) {
  const said = you.coach;
  if (!said) return nothing;
  const step = fill(_("Step {n} of {all}"), { n: said.number, all: said.total });
  return html`<section class="coach panel" id="coach" aria-label=${_("Coach")}>
    <details class="coach-why" open data-lesson=${said.number}>
      <summary><span class="coach-number">${step}</span><h2 class="coach-title">${said.title}</h2></summary>
      <p>${said.why}</p>
    </details>
    <div class="coach-todo" aria-live="polite">
      ${said.card ? html`<span class="coach-card">${card(said.card)}</span>` : nothing}
      <p>${said.todo}</p>
    </div>
    ${said.may_leave ? leaveButton() : nothing}
  </section>`;
}

const leaveButton = () =>
  html`
    <p class="coach-leave">
      <button type="button" class="button button--small" data-lessons>${_("Back to the lessons")}</button>
    </p>
  `;
