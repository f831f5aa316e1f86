// @ts-check
// A record from the disk of whoever plays: it gets a table of its own, and is reviewed there.

import { busy, say } from "../../web/static/base.js";
import { first } from "../../web/static/dom.js";

const MOST = 15_000;
const field = first("[data-bring]", document, HTMLInputElement);
const label = /** @type {HTMLElement} */ (field.parentElement);

field.addEventListener("change", async () => {
  const file = field.files?.[0];
  if (!file) return;
  if (file.size > MOST) {
    say(field.dataset.tooLarge);
  } else {
    const made = await busy(label, "POST", "/records", { record: await file.text() });
    if (made) location.assign(`/tables/${made.table}/review`);
  }
  field.value = "";
});
