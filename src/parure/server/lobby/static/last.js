// @ts-check
// The form of the lobby as it was left: a table like the last one is one tap away.
import { all } from "../../web/static/dom.js";

const KEY = "own-table";

/** @param {HTMLFormElement} form */
const choices = (form) => all("select, [type=radio], [type=checkbox]", form);

/**
 * Keep what is chosen in a form.
 * @param {HTMLFormElement} form
 */
export function remember(form) {
  const kept = choices(form).map((field) =>
    field instanceof HTMLSelectElement ? field.value : /** @type {HTMLInputElement} */ (field).checked
  );
  localStorage.setItem(KEY, JSON.stringify(kept));
}

/**
 * Choose in a form what was kept, as far as it is still on offer.
 * @param {HTMLFormElement} form
 */
export function recall(form) {
  const fields = choices(form);
  const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  if (kept.length !== fields.length) return;
  fields.forEach((field, index) => {
    if (field instanceof HTMLSelectElement) {
      if ([...field.options].some((option) => option.value === kept[index])) field.value = kept[index];
    } else if (field instanceof HTMLInputElement) field.checked = kept[index] === true;
  });
}
