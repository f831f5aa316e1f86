// @ts-check
// A record from the disk of whoever plays: it gets a table of its own, and is reviewed there. One with annotations
// is shown with them.

import { busy, say } from "../../web/static/base.js";
import { first } from "../../web/static/dom.js";
import { keepRecord } from "../../replays/static/kept_record.js";

const MOST = 60_000;
const ANNOTATED = /^\uFEFF?Parure record 2\s/;
const field = first("[data-bring]", document, HTMLInputElement);
const label = /** @type {HTMLElement} */ (field.parentElement);

field.addEventListener("change", async () => {
  const file = field.files?.[0];
  if (!file) return;
  if (file.size > MOST) {
    say(field.dataset.tooLarge);
  } else {
    const record = await file.text();
    const made = await busy(label, "POST", "/records", { record });
    if (made && ANNOTATED.test(record)) keepRecord(made.table, record);
    if (made) location.assign(`/tables/${made.table}/${ANNOTATED.test(record) ? "replay" : "review"}`);
  }
  field.value = "";
});
