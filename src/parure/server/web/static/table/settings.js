// @ts-check
// What a player has chosen, kept in the browser; and the note that it is their turn.

import { all } from "../dom.js";

const KEY = "parure-settings";
/** @type {Record<string, boolean>} */
const chosen = JSON.parse(localStorage.getItem(KEY) ?? "{}");

/** What is on until somebody turns it off. */
const ON = new Set(["animations", "letterkeys", "messages", "pictures", "preview"]);

/** @param {string} name */
export const setting = (name) => chosen[name] ?? ON.has(name);

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
  change(name, setting(name));
  return true;
}

/**
 * @param {string} name
 * @param {boolean} on
 */
export async function change(name, on) {
  if (name === "notify" && on && (await globalThis.Notification?.requestPermission?.()) !== "granted") {
    on = false;
  }
  chosen[name] = on;
  localStorage.setItem(KEY, JSON.stringify(chosen));
  apply();
  return on;
}

/**
 * Notify, where that is wanted and allowed; a tap leads to the page.
 * @param {string} words
 * @param {string} [address] of another page than this one
 */
export function notify(words, address) {
  if (!setting("notify") || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification("Parure", { body: words, tag: address ?? location.href });
  note.onclick = () => {
    window.focus();
    if (address) location.assign(address);
    note.close();
  };
}

/**
 * Notify, where wanted, that it is this player's turn.
 * @param {string} title
 */
export function turnSignal(title) {
  if (document.hidden) notify(title);
}

/** @param {(name: string) => void} [changed] hears which setting was changed */
export function bindSettings(changed) {
  apply();
  for (const box of all("[data-setting]", document, HTMLInputElement)) {
    const { setting: name = "" } = box.dataset;
    box.checked = setting(name);
    box.addEventListener("change", async () => {
      box.checked = await change(name, box.checked);
      changed?.(name);
    });
  }
}
