// @ts-check
// The menu of the table: ways out of the game, the pace of the bots, and a few words to the others.

import { call } from "../base.js";
import { byId, near } from "../dom.js";
import { setting } from "./settings.js";

/** @typedef {{ number: number, seat: number, words: string }} Said what somebody says */

const SECONDS = 6;
const data = () => byId("table").dataset;
/** @param {string} path */
const api = (path) => `/tables/${data().table}${path}`;
let heard = 0;

/** @param {DOMStringMap} way */
async function leave(way) {
  const seat = Number(way.for);
  if (way.way === "resign") await call("POST", api("/resign"), { seat });
  if (way.way === "bot") await call("POST", api(`/seats/${seat}/bot`), {});
  if (way.way === "end") await call("POST", api("/end"), { agree: Boolean(way.agree) });
  if (way.way === "abandon" && (await call("DELETE", api("")))) return location.assign("/");
  byId("settings").hidePopover();
  return undefined;
}

document.addEventListener("click", async (event) => {
  const way = near(event, "[data-way]");
  if (way) return leave(way.dataset);
  const phrase = near(event, "[data-phrase]")?.dataset.phrase;
  if (phrase) {
    byId("settings").hidePopover();
    await call("POST", api("/phrases"), { phrase });
  }
  return undefined;
});

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field instanceof HTMLInputElement && field.name === "pace") {
    call("POST", api("/pace"), { pace: field.value });
  }
  if (field instanceof HTMLInputElement && field.name === "warned") {
    call("POST", api("/coach"), { warned: Number(field.value) });
  }
});

/**
 * Show what somebody says beside their seat for a while.
 * @param {Said} said
 */
function show({ seat, words }) {
  const place = document.querySelector(`[data-at="seat-${seat}"]`)?.getBoundingClientRect();
  if (!place) return;
  const bubble = document.createElement("p");
  bubble.className = `said seat-${seat}`;
  bubble.textContent = words;
  byId("said").append(bubble);
  const { width, height } = bubble.getBoundingClientRect();
  const left = Math.min(place.left + 12, innerWidth - width - 8);
  const isBelow = place.top < innerHeight / 2;
  bubble.style.left = `${Math.max(8, left)}px`;
  bubble.style.top = `${isBelow ? place.top + 34 : place.top - height - 6}px`;
  setTimeout(() => bubble.remove(), SECONDS * 1000);
}

document.addEventListener("parure:said", (event) => {
  /** @type {Said[]} */
  const said = /** @type {CustomEvent} */ (event).detail;
  for (const one of said) {
    if (one.number <= heard) continue;
    heard = one.number;
    const isOwn = (data().mine ?? "").split(" ").includes(String(one.seat));
    if (isOwn || !setting("mute")) show(one);
  }
});
