// @ts-check
// What a player has chosen, kept in the browser; and the signs that it is their turn.

import { all, byId } from "../dom.js";

const KEY = "parure-settings";
/** @type {Record<string, boolean>} */
const chosen = JSON.parse(localStorage.getItem(KEY) ?? "{}");
/** @type {AudioContext | undefined} */
let audio;

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
  if (name === "sound" && on) chime();
  chosen[name] = on;
  localStorage.setItem(KEY, JSON.stringify(chosen));
  apply();
  return on;
}

/** Two soft tones. */
function chime() {
  const player = (audio ??= new AudioContext());
  [660, 880].forEach((pitch, index) => {
    const start = player.currentTime + index * 0.14;
    const tone = player.createOscillator();
    const volume = player.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + 0.3);
    tone.connect(volume).connect(player.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  });
}

/** Say by sound and notification, where wanted, that it is this player's turn. */
export function turnSignal() {
  if (setting("sound")) chime();
  if (setting("notify") && document.hidden && Notification?.permission === "granted") {
    const { title, table } = byId("table").dataset;
    const note = new Notification(`Parure: ${title}`, { tag: table });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
}

export function bindSettings() {
  apply();
  for (const box of all("[data-setting]", document, HTMLInputElement)) {
    const { setting: name = "" } = box.dataset;
    box.checked = setting(name);
    box.addEventListener("change", async () => {
      box.checked = await change(name, box.checked);
    });
  }
}
