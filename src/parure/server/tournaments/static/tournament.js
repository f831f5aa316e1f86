// @ts-check
// A tournament: take part, start, leave; what is shown stays fresh.
import { busy, call, showDays } from "../../web/static/base.js";
import { follow } from "../../web/static/connection.js";
import { countDown } from "../../web/static/countdown.js";
import { byId, near } from "../../web/static/dom.js";
import { bindDoor, offerSharing } from "../../web/static/invite.js";

const SECONDS = 4;

const part = byId("tournament");
const address = `/tournaments/${part.dataset.id}`;
/** The tournament as the server sent it. */
let shown = part.innerHTML.trim();

function prepare() {
  const field = part.querySelector("#join-name");
  if (field instanceof HTMLInputElement && !field.value) field.value = localStorage.getItem("name") ?? "";
  showDays(part);
}

/**
 * Show the tournament as it is, keeping what is being typed and what has the focus.
 * @param {string} html
 */
function show(html) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  if (body.innerHTML.trim() === shown) return;
  shown = body.innerHTML.trim();
  const typed = part.querySelector("input")?.value;
  const focus = document.activeElement?.id;
  part.innerHTML = body.innerHTML;
  const field = part.querySelector("input");
  if (typed && field) field.value = typed;
  prepare();
  if (focus) document.getElementById(focus)?.focus();
  const isOpen = part.querySelector("[data-state=open]") !== null;
  document.getElementById("invite")?.toggleAttribute("hidden", !isOpen);
}

const refresh = follow(`${address}/fresh`, SECONDS, show);

part.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!(event.target instanceof HTMLFormElement)) return;
  const name = String(new FormData(event.target).get("name"));
  localStorage.setItem("name", name.trim());
  if (await call("POST", `${address}/players`, { name })) await refresh();
});

part.addEventListener("click", async (event) => {
  const button = near(event, "button");
  if (!button || button.getAttribute("aria-busy") === "true") return;
  const { post, remove, take, sure } = button.dataset;
  if (sure && !confirm(sure)) return;
  if (take) {
    if (await busy(button, "POST", `/tables/${take}/seats`, {})) location.assign(`/tables/${take}`);
    return;
  }
  if (post && (await busy(button, "POST", `${address}/${post}`))) await refresh();
  if (remove && (await busy(button, "DELETE", `${address}/players/${remove}`))) await refresh();
});

countDown();
bindDoor(document.body, () => Promise.resolve(location.reload()));
offerSharing(document);
prepare();
