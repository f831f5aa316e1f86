// @ts-check
// The notifications of a person, on the page of their devices: the switch for this device, and quiet hours.

import { call } from "../../web/static/base.js";
import { byId, first } from "../../web/static/dom.js";
import { bindSettings, setting } from "../../web/static/table/settings.js";

const part = byId("notifications");
const hours = first("[data-hours]", part);

const showHours = () => (hours.hidden = !setting("notify"));

hours.addEventListener("change", () => {
  const [since, until] = ["since", "until"].map((name) =>
    Number(first(`[name=${name}]`, hours, HTMLSelectElement).value)
  );
  call("PUT", "/notifications/quiet", { since, until });
});

bindSettings(showHours);
showHours();
