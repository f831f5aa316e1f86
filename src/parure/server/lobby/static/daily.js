// @ts-check
// The deal of the day: to begin it, and to share how it went.
import { busy, theme } from "../../web/static/base.js";
import { all, near } from "../../web/static/dom.js";
import { sharePicture } from "../../web/static/picture.js";

/** Where one's name is written, here or in the form of the lobby. */
const field = all("#daily-name, .seat-name", document, HTMLInputElement)[0];
if (field && !field.value) field.value = localStorage.getItem("name") ?? "";

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-daily]");
  if (button && !button.ariaBusy) {
    const own = field?.value.trim() || localStorage.getItem("name");
    if (own) localStorage.setItem("name", own);
    const name = own || button.dataset.guest;
    const made = await busy(button, "POST", "/daily", { name });
    if (made) location.assign(`/tables/${made.table}`);
  }
  const { picture, name = "parure.png" } = near(event, "[data-picture]")?.dataset ?? {};
  if (picture) await sharePicture(`${picture}?theme=${theme()}`, name);
});
