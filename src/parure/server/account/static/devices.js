// @ts-check
// The devices of a person: share one's seats with another, take them over, end one.
import { call, request, showDays } from "../../web/static/base.js";
import { byId, first, near } from "../../web/static/dom.js";
import { choose } from "../../web/static/table/settings.js";
import { bindDoor, offerSharing } from "../../web/static/invite.js";
import { forgetPages } from "../../webapp/static/kept_pages.js";

const part = byId("devices");

/** Show the devices as they are now. */
async function refresh() {
  const answer = await request(location.href);
  if (!answer?.ok) return location.reload();
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  const next = page.getElementById("devices");
  if (!next) return location.reload();
  part.replaceChildren(...next.children);
  showDays(part);
  offerSharing(part);
  return undefined;
}

/** Go to the lobby as somebody else, without what was kept before. */
async function startAnew() {
  await choose("notify", false);
  await forgetPages();
  location.assign("/");
}

part.addEventListener("click", async (event) => {
  if (near(event, "[data-link]")) {
    if (await call("POST", "/devices/link")) await refresh();
  }
  if (near(event, "[data-use]")) {
    if (await call("POST", "/devices", { code: part.dataset.code })) await startAnew();
  }
  const end = near(event, "[data-end]");
  if (end && (await call("POST", "/devices/end", { device: end.dataset.end }))) await refresh();
});

part.addEventListener("click", async (event) => {
  if (near(event, "[data-forget]") && (await call("DELETE", "/people/me"))) await startAnew();
  const end = near(event, "[data-end-program]");
  if (end && (await call("DELETE", `/programs/${end.dataset.endProgram}`))) await refresh();
});

part.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-program]")) return;
  event.preventDefault();
  const name = String(new FormData(form).get("name"));
  const made = await call("POST", "/programs", { name });
  if (!made) return;
  await refresh();
  const shown = first("[data-token]", part);
  shown.textContent = made.token;
  shown.hidden = false;
  first("[data-token-note]", part).hidden = false;
});

bindDoor(part, async () => void (await refresh()));
offerSharing(part);
