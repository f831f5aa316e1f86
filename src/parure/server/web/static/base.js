// What every page does: the theme switch, short notices, and calls to the API.

const root = document.documentElement;

/** Return the theme in use: the chosen one, else what the system prefers. */
export function theme() {
  const chosen = root.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day";
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-theme-switch]")) return;
  const next = theme() === "night" ? "day" : "night";
  root.dataset.theme = next;
  document.cookie = `theme=${next}; path=/; max-age=31536000; samesite=lax`;
});

/** Write days as one does in the language of the page. */
export function showDays(part) {
  const words = new Intl.DateTimeFormat(root.lang, { day: "numeric", month: "short", timeZone: "UTC" });
  for (const day of part.querySelectorAll("time[datetime]")) {
    day.textContent = words.format(new Date(day.dateTime));
  }
}

showDays(document);

let silence;

/** Say one sentence at the foot of the page, also to screen readers. */
export function say(sentence, seconds = 6) {
  const toast = document.getElementById("toast");
  toast.textContent = sentence;
  toast.classList.add("shown");
  clearTimeout(silence);
  silence = setTimeout(() => toast.classList.remove("shown"), seconds * 1000);
}

/** Take the last sentence away, since what it spoke of has come. */
export function hush() {
  document.getElementById("toast").classList.remove("shown");
}

/** Call the API; return its JSON, or say the sentence of the error and return null. */
export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    say(document.getElementById("toast").dataset.offline);
    return null;
  }
  const json = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
  if (answer.ok) return json;
  say(json.error?.sentence ?? document.getElementById("toast").dataset.trouble);
  return null;
}

/** Mark a button while its request runs, and ask for patience where that takes long; return the answer. */
export async function busy(button, request) {
  button.setAttribute("aria-busy", "true");
  const { patience } = document.getElementById("toast").dataset;
  const long = setTimeout(() => say(patience, 300), 1500);
  const answer = await request;
  clearTimeout(long);
  if (!answer) button.removeAttribute("aria-busy");
  return answer;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const text = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.getElementById(button.dataset.copyField ?? "");
    field?.select();
    if (!document.execCommand("copy")) return;
  }
  say(button.dataset.copied);
});
