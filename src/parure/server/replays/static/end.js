// @ts-check
// The end of a game: the final table, the picture to share, and the rematch.
import { busy, theme } from "../../web/static/base.js";
import { byId, first } from "../../web/static/dom.js";
import { sharePicture } from "../../web/static/picture.js";
import { showNewest } from "../../web/static/table/log_drawer.js";
import { bindSettings } from "../../web/static/table/settings.js";
import { ParureTable } from "../../web/static/table/table.js";
import { bindTips } from "../../web/static/table/tips.js";

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
