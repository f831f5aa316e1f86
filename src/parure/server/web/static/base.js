// @ts-check
// What every page does: the theme switch, short notices, and calls to the API.

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

/**
 * Call the API; return its JSON, or say the sentence of the error and return null.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    say(byId("toast").dataset.offline);
    return null;
  }
  const json = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
  if (answer.ok) return json;
  say(json.error?.sentence ?? byId("toast").dataset.trouble);
  return null;
}

/**
 * Mark a button while its request runs, and ask for patience where that takes long; return the answer.
 * @template T
 * @param {HTMLElement} button
 * @param {Promise<T>} request
 */
export async function busy(button, request) {
  button.setAttribute("aria-busy", "true");
  const { patience } = byId("toast").dataset;
  const long = setTimeout(() => say(patience, 300), 1500);
  const answer = await request;
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
