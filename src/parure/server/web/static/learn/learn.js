// @ts-check
// The guided game begins with one request.
import { busy, call } from "../base.js";
import { byId, first } from "../dom.js";

const form = byId("learn");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = first("button", form);
  if (button.getAttribute("aria-busy") === "true") return;
  const name = localStorage.getItem("name") || form.dataset.name;
  const options = {
    seats: [{ name }, { bot: form.dataset.bot }],
    order: "fixed",
    guided: true,
    seed: Number(form.dataset.seed),
  };
  const made = await busy(button, call("POST", "/tables", options));
  if (made) location.assign(`/tables/${made.table}`);
});
