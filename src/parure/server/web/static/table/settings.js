// @ts-check
// What a player has chosen, kept in the browser; and the note that it is their turn.

import { background, subscribe, unsubscribe } from "../../../notifications/static/push.js";
import { all } from "../dom.js";

const KEY = "parure-settings";
/** @type {Record<string, boolean>} */
const chosen = JSON.parse(localStorage.getItem(KEY) ?? "{}");

/** What is on until somebody turns it off. */
const ON = new Set(["animations", "letterkeys", "messages", "pictures", "preview"]);

/** @param {string} name */
export const setting = (name) => (name === "notify" ? mayNotify() : chosen[name] ?? ON.has(name));

/** Tell whether notifications are wanted, and still allowed. */
const mayNotify = () => Boolean(chosen.notify) && globalThis.Notification?.permission === "granted";

function apply() {
  document.documentElement.toggleAttribute("data-letters", setting("letters"));
  document.documentElement.toggleAttribute("data-plain", !setting("pictures"));
}

/**
 * Tell whether something was never chosen; from then on it counts as chosen.
 * @param {string} name
 */
export function isFirstOffer(name) {
  if (name in chosen) return false;
  choose(name, setting(name));
  return true;
}

/**
 * Keep a choice; return what comes of it, since a browser may refuse notifications.
 * @param {string} name
 * @param {boolean} on
 */
export async function choose(name, on) {
  if (name === "notify" && on) await globalThis.Notification?.requestPermission?.();
  chosen[name] = on;
  localStorage.setItem(KEY, JSON.stringify(chosen));
  apply();
  if (name === "notify") await (setting(name) ? subscribe() : unsubscribe());
  return setting(name);
}

/**
 * Notify, where that is wanted and allowed; a tap leads to the page.
 * @param {string} words
 * @param {string} [address] of another page than this one
 */
export async function notify(words, address = location.href) {
  if (!setting("notify")) return undefined;
  const { pathname } = new URL(address, location.href);
  const options = { body: words, tag: pathname, data: { address: pathname } };
  const shows = await background();
  if (shows) return shows.showNotification("Parure", options);
  const note = new Notification("Parure", options);
  note.onclick = () => {
    window.focus();
    if (address !== location.href) location.assign(address);
    note.close();
  };
  return undefined;
}

/**
 * Notify, where wanted, that it is this player's turn.
 * @param {string} title
 */
export function turnSignal(title) {
  const game = all("#notify-game input", document, HTMLInputElement)[0];
  if (document.hidden && (!game || game.checked)) notify(title);
}

/** @param {(name: string) => void} [changed] hears which setting was changed */
export function bindSettings(changed) {
  apply();
  if (setting("notify")) subscribe();
  for (const box of all("[data-setting]", document, HTMLInputElement)) {
    const { setting: name = "" } = box.dataset;
    box.checked = setting(name);
    box.addEventListener("change", async () => {
      box.checked = await choose(name, box.checked);
      changed?.(name);
    });
  }
}
