// @ts-check
// The end of a game: the cursor of the chart, the picture to share, and the rematch.
import { call, theme } from "../base.js";
import { first } from "../dom.js";
import { sharePicture } from "../picture.js";

const course = first("[data-course]");
/** @type {number[][]} */
const prestige = JSON.parse(course.dataset.prestige ?? "[]");
const top = Number(course.dataset.top);
const slider = first(".slider", course, HTMLInputElement);
const review = first("[data-review]", course, HTMLAnchorElement);
const address = review.getAttribute("href");

function show() {
  const move = Number(slider.value);
  const last = Math.max(1, prestige.length - 1);
  first("[data-cursor]", course, SVGElement).setAttribute(
    "transform",
    `translate(${(1000 * move) / last} 0)`,
  );
  const [n, all] = [String(move), String(prestige.length - 1)];
  const words = (course.dataset.move ?? "").replace("{n}", n).replace("{all}", all);
  first("[data-move-words]", course).textContent = words;
  slider.setAttribute("aria-valuetext", words);
  prestige[move].forEach((points, seat) => {
    first(`[data-points="${seat}"]`, course, Element).textContent = String(points);
    first(`[data-dot="${seat}"]`, course, SVGElement).setAttribute("cy", String(220 * (1 - points / top)));
  });
  review.href = `${address}?move=${move}`;
}

slider.addEventListener("input", show);
show();

const link = first("a[data-picture]", document, HTMLAnchorElement);

link.addEventListener("click", (event) => {
  event.preventDefault();
  sharePicture(`${link.href}?theme=${theme()}`, link.download.replace(/svg$/, "png"));
});

/** @type {HTMLElement | null} */
const button = document.querySelector("[data-rematch]");

button?.addEventListener("click", async () => {
  button.setAttribute("aria-busy", "true");
  const made = await call("POST", `/tables/${button.dataset.rematch}/rematch`, {});
  if (made) location.assign(`/tables/${made.table}`);
  else button.removeAttribute("aria-busy");
});
