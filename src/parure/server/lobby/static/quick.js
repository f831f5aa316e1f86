// @ts-check
// The page of the quick match: what one would play, and a bot for those who wait long.
import { busy } from "../../web/static/base.js";
import { all, byId, first, near } from "../../web/static/dom.js";
import { lastWish, look } from "./looking.js";

const SECONDS = 20;

const wish = byId("looking");
const field = first("[name=name]", wish, HTMLInputElement);
const boxes = all("[name=accepts]", wish, HTMLInputElement);

function wait() {
  const own = field.value.trim();
  if (own) localStorage.setItem("name", own);
  const accepts = boxes.filter((box) => box.checked).map((box) => box.value);
  look({ name: own || field.placeholder, accepts });
}

wish.addEventListener("change", (event) => {
  // Somebody who would play nothing has only changed their mind about the last choice.
  if (event.target instanceof HTMLInputElement && !boxes.some((box) => box.checked)) {
    (event.target === boxes[0] ? boxes[0] : event.target).checked = true;
  }
  wait();
});

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-bot]");
  if (!button || button.ariaBusy) return;
  const name = field.value.trim() || field.placeholder;
  const made = await busy(button, "POST", "/tables", { seats: [{ name }, { bot: button.dataset.bot }] });
  if (made) location.assign(`/tables/${made.table}?looking=1`);
});

const accepted = lastWish()?.accepts ?? [];
if (accepted.length) boxes.forEach((box) => (box.checked = accepted.includes(box.value)));
field.value = localStorage.getItem("name") ?? "";
wait();
setTimeout(() => (byId("meanwhile").hidden = false), 1000 * SECONDS);
