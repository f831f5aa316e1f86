// @ts-check
// The form for a tournament becomes one request.
import { busy } from "../../web/static/base.js";
import { all, byId, first } from "../../web/static/dom.js";

const form = byId("tournament-form", HTMLFormElement);
const allowed = new Set(JSON.parse(form.dataset.allowed ?? "[]"));
const button = first("[type=submit]", form);

/** @param {string} name */
const chosen = (name) => String(new FormData(form).get(name) ?? "");
/** @param {string} name */
const ticked = (name) => all(`[name=${name}]:checked`, form, HTMLInputElement);
const isAllowed = () =>
  allowed.has(`${chosen("edition")}:${ticked("modules").map((box) => box.value).join(",")}`);

form.addEventListener("change", (event) => {
  const latest = event.target;
  for (const box of ticked("modules")) {
    if (isAllowed()) break;
    if (box !== latest) box.checked = false;
  }
  for (const part of all("[data-kind]", form)) part.hidden = part.dataset.kind !== chosen("kind");
});

function clock() {
  if (chosen("clock") === "days") return { minutes: 0, days: 1 };
  const [minutes, seconds] = chosen("clock").split(":").map(Number);
  return { minutes, seconds };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (button.getAttribute("aria-busy") === "true") return;
  const player = chosen("player").trim();
  if (player) localStorage.setItem("name", player);
  const plan = {
    name: chosen("title"),
    kind: chosen("kind"),
    rounds: Number(chosen("rounds")),
    modules: ticked("modules").map((box) => box.value),
    edition: Number(chosen("edition")),
    clock: clock(),
    patience: Number(chosen("patience")),
    rated: ticked("rated").length > 0,
    public: ticked("public").length > 0,
    bots: ticked("bots").map((box) => box.value),
    player: player || null,
  };
  const made = await busy(button, "POST", "/tournaments", plan);
  if (made) location.assign(`/tournaments/${made.id}`);
});

first("[name=player]", form, HTMLInputElement).value = localStorage.getItem("name") ?? "";
