// @ts-check
// The pages of people: months and weekdays in the language of the page, what others see, whom one follows.
import { busy, call, say } from "../../web/static/base.js";
import { all, near } from "../../web/static/dom.js";

/** @type {[string, Intl.DateTimeFormatOptions][]} */
const LABELS = [["month", { month: "short" }], ["weekday", { weekday: "short" }]];

for (const [kind, options] of LABELS) {
  const words = new Intl.DateTimeFormat(document.documentElement.lang, { ...options, timeZone: "UTC" });
  for (const label of all(`[data-${kind}]`, document, SVGElement)) {
    label.textContent = words.format(new Date(label.dataset[kind] ?? ""));
  }
}

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-report]");
  if (!button || button.ariaBusy) return;
  if (await busy(button, "POST", `/people/${button.dataset.report}/report`)) {
    button.hidden = true;
    say(button.dataset.thanks);
  }
});

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-follow], [data-block], [data-challenge], [data-play]");
  if (!button || button.ariaBusy) return;
  const { follow, block, challenge, play, on } = button.dataset;
  if (challenge || play) {
    const name = localStorage.getItem("name") || button.dataset.name;
    const made = challenge
      ? await busy(button, "POST", `/people/${challenge}/challenge`, { name })
      : await busy(button, "POST", "/tables", { seats: [{ name }, { bot: play }] });
    if (made) location.assign(`/tables/${made.table}`);
    return;
  }
  const [what, body] = follow
    ? [`${follow}/follow`, { follows: on === "true" }]
    : [`${block}/block`, { blocks: on === "true" }];
  if (await busy(button, "POST", `/people/${what}`, body)) location.reload();
});

document.addEventListener("change", async (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || !("shown" in box.dataset)) return;
  if (!(await call("POST", "/people/me/shown", { practice: box.checked }))) box.checked = !box.checked;
});
