// @ts-check
// The end of a game: the picture to share, and the rematch.
import { busy, theme } from "../../web/static/base.js";
import { first } from "../../web/static/dom.js";
import { sharePicture } from "../../web/static/picture.js";

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
