// @ts-check
// What a player has chosen, kept in the browser; and the note that it is their turn.

import { all, byId } from "../dom.js";

const KEY = "parure-settings";
/** @type {Record<string, boolean>} */
const chosen = JSON.parse(localStorage.getItem(KEY) ?? "{}");

/** @param {string} name */
export const setting = (name) => Boolean(chosen[name]);

function apply() {
  document.documentElement.toggleAttribute("data-letters", setting("letters"));
}

/**
 * @param {string} name
 * @param {boolean} on
 */
async function change(name, on) {
  if (name === "notify" && on && (await Notification?.requestPermission?.()) !== "granted") on = false;
  chosen[name] = on;
  localStorage.setItem(KEY, JSON.stringify(chosen));
  apply();
  return on;
}

/** Notify, where wanted, that it is this player's turn. */
export function turnSignal() {
  if (setting("notify") && document.hidden && Notification?.permission === "granted") {
    const { title, table } = byId("table").dataset;
    const note = new Notification(`Parure: ${title}`, { tag: table });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
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
