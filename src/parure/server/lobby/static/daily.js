// @ts-check
// The deal of the day: to begin it, to follow the standings, and to share how it went.
import { busy, showFresh, theme } from "../../web/static/base.js";
import { follow } from "../../web/static/connection.js";
import { all, first, near } from "../../web/static/dom.js";
import { countDown } from "../../web/static/countdown.js";
import { sharePicture } from "../../web/static/picture.js";

const SECONDS = 10;

const field = all("#daily-name", document, HTMLInputElement)[0];
if (field) field.value = localStorage.getItem("name") ?? "";

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-daily]");
  if (button && !button.ariaBusy) {
    const own = field?.value.trim();
    if (own) localStorage.setItem("name", own);
    const made = await busy(button, "POST", "/daily", { name: own || button.dataset.guest });
    if (made) location.assign(`/tables/${made.table}`);
  }
  const { picture, name = "parure.png" } = near(event, "[data-picture]")?.dataset ?? {};
  if (picture) await sharePicture(`${picture}?theme=${theme()}`, name);
});

const words = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", timeZone: "UTC" });
for (const day of all("[data-weekday]", document, HTMLTimeElement)) {
  day.textContent = words.format(new Date(day.dateTime));
}

countDown();
setTimeout(
  () => location.reload(),
  Date.parse(first("[data-until]").dataset.until ?? "") - Date.now() + 1000,
);
follow("/daily/fresh", SECONDS, showFresh);
