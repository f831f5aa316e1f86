// @ts-check
// The deal of the day: to begin it, and to share how it went.
import { busy, call, theme } from "../base.js";
import { near } from "../dom.js";
import { sharePicture } from "../picture.js";

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-daily]");
  if (button && !button.ariaBusy) {
    const name = localStorage.getItem("name") || button.dataset.guest;
    const made = await busy(button, call("POST", "/daily", { name }));
    if (made) location.assign(`/tables/${made.table}`);
  }
  const { picture, name = "parure.png" } = near(event, "[data-picture]")?.dataset ?? {};
  if (picture) await sharePicture(`${picture}?theme=${theme()}`, name);
});
