// @ts-check
// Soft sounds, made by code: they are heard once somebody has switched them on, and by nobody before.

import { setting } from "./settings.js";

/** @typedef {[pitch: number, start: number, length: number, loudness: number]} Note in hertz and seconds */

/** @type {Record<string, Note[]>} what is heard, by what happened */
export const SOUNDS = {
  token: [[1568, 0, 0.12, 0.12], [2349, 0.014, 0.08, 0.05]],
  card: [[440, 0, 0.16, 0.26], [659, 0.02, 0.13, 0.12]],
  turn: [[659, 0, 0.3, 0.12], [880, 0.14, 0.34, 0.12]],
  moment: [[523, 0, 0.35, 0.11], [659, 0.11, 0.35, 0.11], [784, 0.22, 0.5, 0.11]],
  end: [[392, 0, 0.9, 0.09], [523, 0.16, 0.9, 0.09], [659, 0.32, 0.9, 0.09], [784, 0.48, 1.1, 0.09]],
};

/** Milliseconds after which something is no longer worth hearing. */
const LATE = 300;

/** @type {AudioContext | undefined} */
let audio;

/**
 * Let a change of the table be heard: what flew, what was a moment, and whose turn it is.
 * @param {import("./animation.js").Flight[]} flights
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
 * Let something be heard, where that is wanted: at once, or not at all where a browser waits for a tap.
 * @param {keyof typeof SOUNDS} name
 */
export async function sound(name) {
  if (!setting("sound")) return;
  const asked = performance.now();
  audio ??= new AudioContext();
  if (audio.state !== "running") await audio.resume().catch(() => {});
  if (performance.now() - asked < LATE) strike(audio, name);
}

/**
 * Put the notes of a sound into what is played, or drawn.
 * @param {BaseAudioContext} player
 * @param {keyof typeof SOUNDS} name
 */
export function strike(player, name) {
  for (const [pitch, wait, length, loudness] of SOUNDS[name]) {
    const start = player.currentTime + wait;
    const tone = player.createOscillator();
    const volume = player.createGain();
    tone.type = name === "card" ? "triangle" : "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0004, start + length);
    volume.gain.linearRampToValueAtTime(0, start + length + 0.02);
    tone.connect(volume).connect(player.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}
