// @ts-check
// The end of a game: the final table, the picture to share, and the rematch.
import { busy, theme } from "../base.js";
import { byId, first } from "../dom.js";
import { sharePicture } from "../picture.js";
import { showNewest } from "../table/drawer.js";
import { bindSettings } from "../table/settings.js";
import { ParureTable } from "../table/table.js";
import { bindTips } from "../table/tips.js";

bindSettings();
bindTips();
const doc = JSON.parse(byId("document", HTMLScriptElement).textContent ?? "");
first("parure-table", document, ParureTable).show(doc, { still: true });
showNewest();

const link = first("a[data-picture]", document, HTMLAnchorElement);

link.addEventListener("click", (event) => {
  event.preventDefault();
  sharePicture(`${link.href}?theme=${theme()}`, link.download.replace(/svg$/, "png"));
});

/** @type {HTMLElement | null} */
const button = document.querySelector("[data-rematch]");

button?.addEventListener("click", async () => {
  const made = await busy(button, "POST", `/tables/${button.dataset.rematch}/rematch`, {});
  if (made) location.assign(`/tables/${made.table}`);
});
