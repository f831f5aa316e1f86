// @ts-check
// What every page does: the theme switch, short notices, and requests to the server.

import { all, byId, near } from "./dom.js";

const root = document.documentElement;

/** Return the theme in use: the chosen one, else what the system prefers. */
export function theme() {
  const chosen = root.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day";
}

document.addEventListener("click", (event) => {
  const themes = near(event, "[data-theme-switch]")?.dataset.themeSwitch?.split(" ");
  if (!themes) return;
  const next = themes[(themes.indexOf(theme()) + 1) % themes.length];
  root.dataset.theme = next;
  document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
});

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/**
 * Write how long ago something was, as one says it in the language of the page.
 * @param {string} time
 */
function ago(time) {
  const words = new Intl.RelativeTimeFormat(root.lang, { numeric: "auto" });
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000);
  const [unit, span] = SPANS.find(([, size]) => seconds >= size) ?? ["second", Infinity];
  return words.format(-Math.floor(seconds / span), unit);
}

/**
 * Write days and times as one does in the language of the page.
 * @param {ParentNode} part
 */
export function showDays(part) {
  const words = new Intl.DateTimeFormat(root.lang, { day: "numeric", month: "short", timeZone: "UTC" });
  for (const day of all("time[datetime]", part, HTMLTimeElement)) {
    day.textContent = "ago" in day.dataset ? ago(day.dateTime) : words.format(new Date(day.dateTime));
  }
}

showDays(document);

/**
 * Show parts of the page anew, but what somebody is about to use stays as it is.
 * @param {string} html elements with the ids of those that they replace
 */
export function showFresh(html) {
  for (const part of new DOMParser().parseFromString(html, "text/html").body.children) {
    const old = byId(part.id);
    if (old.contains(document.activeElement) || old.matches(":hover")) continue;
    showDays(part);
    if (old.innerHTML !== part.innerHTML) old.innerHTML = part.innerHTML;
  }
}

let silence = 0;

/**
 * Say one sentence at the foot of the page, also to screen readers.
 * @param {string | undefined} sentence
 */
export function say(sentence, seconds = 6) {
  const toast = byId("toast");
  toast.textContent = sentence ?? "";
  toast.classList.add("shown");
  clearTimeout(silence);
  silence = setTimeout(() => toast.classList.remove("shown"), seconds * 1000);
}

/** Take the last sentence away, since what it spoke of has come. */
export function hush() {
  byId("toast").classList.remove("shown");
}

/** How many seconds the server has to answer. */
const SECONDS = 20;
/** The same where a bot thinks about the answer, or the rules may have to be compiled first. */
export const LONG_SECONDS = 300;

/** @typedef {{ ok: boolean, status: number, headers: Headers, text: string }} Answer */

/**
 * Ask the server for something; return null where no whole answer comes in time.
 * @param {string} address
 * @param {RequestInit} [options]
 * @param {number} [seconds]
 * @returns {Promise<Answer | null>}
 */
export async function request(address, options = {}, seconds = SECONDS) {
  const limit = AbortSignal.timeout(1000 * seconds);
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit;
  try {
    const answer = await fetch(address, { ...options, signal });
    const { ok, status, headers } = answer;
    return { ok, status, headers, text: await answer.text() };
  } catch {
    return null;
  }
}

/**
 * Call the API; return its JSON, or say the sentence of the error and return null.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {number} [seconds] how long the answer may take
 * @returns {Promise<any>}
 */
export async function call(method, path, body, seconds = SECONDS) {
  const headers = { "Content-Type": "application/json" };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const answer = await request(`/api${path}`, { method, ...sent }, seconds);
  const { offline, trouble } = byId("toast").dataset;
  if (!answer) say(navigator.onLine ? offline : byId("lost").dataset.offline);
  else if (!answer.ok) say(sentenceIn(answer) ?? trouble);
  return answer?.ok ? JSON.parse(answer.text || "{}") : null;
}

/**
 * Return the sentence of an error, if an answer has one.
 * @param {Answer} answer
 * @returns {string | undefined}
 */
export function sentenceIn({ text }) {
  try {
    return JSON.parse(text).error?.sentence;
  } catch {
    return undefined;
  }
}

/**
 * Call the API for a button that is marked meanwhile, and ask for patience where that takes long.
 * @param {HTMLElement} button
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function busy(button, method, path, body) {
  button.setAttribute("aria-busy", "true");
  const { patience } = byId("toast").dataset;
  const long = setTimeout(() => say(patience, 300), 1500);
  const answer = await call(method, path, body, LONG_SECONDS);
  clearTimeout(long);
  if (!answer) button.removeAttribute("aria-busy");
  return answer;
}

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-copy]");
  const text = button?.dataset.copy;
  if (!button || text === undefined) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.getElementById(button.dataset.copyField ?? "");
    if (field instanceof HTMLInputElement) field.select();
    if (!document.execCommand("copy")) return;
  }
  say(button.dataset.copied);
});
