// @ts-check
// What the menu of a table does: ways out of the game, the pace of the bots, warnings, and a few words to others.

import { call } from "../base.js";
import { byId, near } from "../dom.js";
import { setting } from "./settings.js";
import { phrases } from "./words.js";

/** @typedef {import("./scene.js").Document} Document */

const SECONDS = 6;
let heard = 0;

/**
 * Do what is chosen in the menu.
 * @param {() => Document} current
 */
export function bindMenu(current) {
  /** @param {string} path */
  const api = (path) => `/tables/${current().table.id}${path}`;

  /** @param {DOMStringMap} way */
  async function leave(way) {
    const seat = Number(way.for);
    if (way.way === "resign") await call("POST", api("/resign"), { seat });
    if (way.way === "bot") await call("POST", api(`/seats/${seat}/bot`), {});
    if (way.way === "end") await call("POST", api("/end"), { agree: Boolean(way.agree) });
    if (way.way === "abandon" && (await call("DELETE", api("")))) return location.assign("/");
    return byId("settings").hidePopover();
  }

  document.addEventListener("click", (event) => {
    const way = near(event, "[data-way]");
    if (way) return leave(way.dataset);
    const phrase = near(event, "[data-phrase]")?.dataset.phrase;
    if (!phrase) return undefined;
    byId("settings").hidePopover();
    return call("POST", api("/phrases"), { phrase });
  });

  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === "pace") call("POST", api("/pace"), { pace: target.value });
    if (target.name === "warned") call("POST", api("/coach"), { warned: Number(target.value) });
  });
}

/**
 * Show what others have said since the last look, each beside their seat for a while.
 * @param {Document} doc
 */
export function showSaid({ table: { said }, you }) {
  for (const { number, seat, phrase } of said) {
    if (number <= heard) continue;
    heard = number;
    if (you.seats.includes(seat) || setting("messages")) show(seat, phrases[phrase]);
  }
}

/**
 * @param {number} seat
 * @param {string} words
 */
function show(seat, words) {
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
