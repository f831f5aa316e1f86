// The guided game begins with one request.
import { call } from "./base.js";

const form = document.getElementById("learn");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.setAttribute("aria-busy", "true");
  const name = localStorage.getItem("name") || form.dataset.name;
  const made = await call("POST", "/tables", {
    seats: [{ name }, { bot: form.dataset.bot }],
    order: "fixed",
    guided: true,
    seed: Number(form.dataset.seed),
  });
  if (made) location.assign(`/tables/${made.table}`);
  else button.removeAttribute("aria-busy");
});
