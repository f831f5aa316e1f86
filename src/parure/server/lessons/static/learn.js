// @ts-check
// A lesson begins with one request.
import { busy } from "../../web/static/base.js";
import { near } from "../../web/static/dom.js";

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-lesson]");
  if (!button || button.getAttribute("aria-busy") === "true") return;
  const name = localStorage.getItem("name") || button.dataset.name;
  const made = await busy(button, "POST", `/lessons/${button.dataset.lesson}`, { name });
  if (made) location.assign(`/tables/${made.table}`);
});
