// @ts-check
// The dialogs of a table on pages without the rest of a live game: choices that cover it, and sheets.

import { all, byId, near } from "../dom.js";

/** @typedef {import("./table.js").ParureTable} ParureTable */

/**
 * Open the choices that a table asks for, unless the player wants to look at the table first.
 * @param {ParureTable} table
 * @returns {() => void} what asks again
 */
export function bindDialogs(table) {
  let isDismissed = false;

  table.addEventListener("drawn", () => {
    for (const dialog of all("dialog[data-modal]", table, HTMLDialogElement)) {
      if (!dialog.open && !isDismissed) dialog.showModal();
    }
  });

  document.addEventListener("close", () => (isDismissed = true), true);

  document.addEventListener("click", (event) => {
    const opens = near(event, "[data-open]")?.dataset.open;
    if (opens) byId(opens, HTMLDialogElement).showModal();
    near(event, "[data-close]")?.closest("dialog")?.close();
  });

  return () => (isDismissed = false);
}
