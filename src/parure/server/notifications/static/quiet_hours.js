// @ts-check
// The notifications of a person, on the page of their devices: on this device, by email, and quiet hours.

import { busy, call } from "../../web/static/base.js";
import { byId, first, near } from "../../web/static/dom.js";
import { bindSettings, setting } from "../../web/static/table/settings.js";
import { offset } from "./push.js";

const part = byId("notifications");
const hours = first("[data-hours]", part);

const showHours = () => (hours.hidden = !setting("notify") && !part.querySelector("[data-mail]"));

hours.addEventListener("change", () => {
  const [since, until] = ["since", "until"].map((name) =>
    Number(first(`[name=${name}]`, hours, HTMLSelectElement).value)
  );
  call("PUT", "/notifications/quiet", { since, until });
});

part.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const address = first("[name=address]", form, HTMLInputElement).value;
  const made = await busy(first("[type=submit]", form), "PUT", "/notifications/mail", {
    address,
    offset: offset(),
  });
  if (made) location.reload();
});

part.addEventListener("click", async (event) => {
  if (near(event, "[data-no-mail]") && (await call("DELETE", "/notifications/mail"))) location.reload();
});

bindSettings(showHours);
showHours();
