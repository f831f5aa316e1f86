// @ts-check
// Notifications of one game: the offer in a game of days, and the switch in its settings.

import { call, say } from "../../web/static/base.js";
import { first, near } from "../../web/static/dom.js";
import { choose, setting } from "../../web/static/table/settings.js";
import { status } from "./push.js";

const table = location.pathname.split("/")[2];
const DECLINED = "parure-notifications-declined";

/** Offer notifications to somebody who was not asked yet. */
function offer() {
  const part = document.getElementById("notify-offer");
  const canAsk = "serviceWorker" in navigator && globalThis.Notification?.permission === "default";
  if (!part || !canAsk || setting("notify") || localStorage.getItem(DECLINED)) return;
  part.hidden = false;
  part.addEventListener("click", async (event) => {
    const answer = near(event, "[data-answer]")?.dataset.answer;
    if (!answer) return;
    part.hidden = true;
    if (answer === "no") localStorage.setItem(DECLINED, "yes");
    else if (await choose("notify", true)) say(part.dataset.done);
  });
}

/** Show the switch for this game while notifications are on. */
async function showSwitch() {
  const part = document.getElementById("notify-game");
  if (!part || !setting("notify")) return;
  const known = await status();
  if (!known?.endpoint) return;
  const box = first("input", part, HTMLInputElement);
  box.checked = !known.muted.includes(table);
  part.hidden = false;
  box.addEventListener("change", () => {
    call("PUT", `/notifications/muted/${table}`, { muted: !box.checked });
  });
}

offer();
showSwitch();
