// @ts-check
// Soft sounds, made by code: they are heard once somebody has switched them on, and by nobody before.

import { setting } from "./settings.js";

/** @typedef {[pitch: number, start: number, length: number, loudness: number]} Note in hertz and seconds */

/** @type {Record<string, Note[]>} what is heard, by what happened */
const SOUNDS = {
  token: [[2093, 0, 0.09, 0.05], [3136, 0.012, 0.06, 0.025]],
  card: [[196, 0, 0.1, 0.07], [294, 0.03, 0.08, 0.03]],
  turn: [[659, 0, 0.3, 0.07], [880, 0.14, 0.34, 0.07]],
  moment: [[523, 0, 0.35, 0.06], [659, 0.11, 0.35, 0.06], [784, 0.22, 0.5, 0.06]],
  end: [[392, 0, 0.9, 0.05], [523, 0.16, 0.9, 0.05], [659, 0.32, 0.9, 0.05], [784, 0.48, 1.1, 0.05]],
};

/** @type {AudioContext | undefined} */
let audio;

/**
 * Let a change of the table be heard: what flew, what was a moment, and whose turn it is.
 * @param {import("./fly.js").Flight[]} flights
 * @param {(string | undefined)[]} moments
 * @param {boolean} isTurn
 */
export function soundsOf(flights, moments, isTurn) {
  const from = flights.map(([, origin]) => origin.split("-")[0]);
  if (from.includes("bank") || from.includes("token")) sound("token");
  if (from.includes("place") || from.includes("deck") || from.includes("hand")) sound("card");
  if (moments.includes("end")) sound("end");
  else if (moments.length) sound("moment");
  else if (isTurn) sound("turn");
}

/**
 * Let something be heard, where that is wanted.
 * @param {keyof typeof SOUNDS} name
 */
export function sound(name) {
  if (!setting("sound")) return;
  const player = (audio ??= new AudioContext());
  if (player.state === "suspended") player.resume().catch(() => {});
  for (const [pitch, wait, length, loudness] of SOUNDS[name]) {
    const start = player.currentTime + wait;
    const tone = player.createOscillator();
    const volume = player.createGain();
    tone.type = name === "card" ? "triangle" : "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0004, start + length);
    tone.connect(volume).connect(player.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}
