// @ts-check
// The result of a game: the next step, the final table, the picture to share, what the review adds, and a rain of
// gems for the winner.
import { busy, request, theme } from "../../web/static/base.js";
import { all, byId, first, near } from "../../web/static/dom.js";
import { sharePicture } from "../../web/static/picture.js";
import { showNewest } from "../../web/static/table/log_drawer.js";
import { bindSettings, choose, isFirstOffer } from "../../web/static/table/settings.js";
import { sound } from "../../web/static/table/sound.js";
import { ParureTable } from "../../web/static/table/table.js";
import { bindTips } from "../../web/static/table/tips.js";
import { celebrate } from "./celebration.js";

/** Milliseconds between two looks at a review that is being made. */
const EVERY = 1500;

bindSettings();
bindTips();
const doc = JSON.parse(byId("document", HTMLScriptElement).textContent ?? "");
first("parure-table", document, ParureTable).show(doc, { still: true });
showNewest();

const link = first("a[data-picture]", document, HTMLAnchorElement);

link.addEventListener("click", (event) => {
  event.preventDefault();
  sharePicture(`${link.href}?theme=${theme()}`, link.download.replace(/svg$/, "png"));
});

document.addEventListener("click", async (event) => {
  const chart = near(event, "[data-chart]")?.dataset.chart;
  if (chart) showChart(chart);
  const step = near(event, "[data-post]");
  if (!step || step.ariaBusy === "true") return;
  const made = await busy(step, "POST", step.dataset.post ?? "", JSON.parse(step.dataset.body ?? "{}"));
  if (made) location.assign(`/tables/${made.table}`);
});

/** @param {string} name of the chart to show */
function showChart(name) {
  for (const one of all("[data-charts]")) one.hidden = one.dataset.charts !== name;
  for (const one of all("[data-chart]")) one.ariaPressed = String(one.dataset.chart === name);
}

/** Show what the review says of the game as a whole, as soon as it is made. */
async function lookAtReview() {
  const answer = await request(`/tables/${doc.table.id}/judged`);
  if (!answer?.ok) return;
  const judged = JSON.parse(answer.text);
  if (judged.working) return setTimeout(lookAtReview, EVERY);
  for (const slot of all("[data-judged]")) {
    slot.innerHTML = judged[slot.dataset.judged ?? ""] || slot.innerHTML;
  }
  first(".end-switch").hidden = !judged.wide;
}

/** Offer the sounds once, after one's first game. */
function offerSounds() {
  const offer = first("[data-sounds]");
  offer.hidden = !doc.you.seats.length || !isFirstOffer("sound");
  offer.addEventListener("click", (event) => {
    const answer = near(event, "[data-answer]")?.dataset.answer;
    if (!answer) return;
    offer.hidden = true;
    if (answer === "yes") choose("sound", true).then(() => sound("end"));
  });
}

offerSounds();
if (document.querySelector(".end-decisive")) lookAtReview();
celebrate(doc);
