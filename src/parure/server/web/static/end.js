// The end of a game: the cursor of the chart, and the rematch.
import { call } from "./base.js";

const course = document.querySelector("[data-course]");
const prestige = JSON.parse(course.dataset.prestige);
const top = Number(course.dataset.top);
const slider = course.querySelector(".slider");
const review = course.querySelector("[data-review]");
const address = review.getAttribute("href");

function show() {
  const move = Number(slider.value);
  const last = Math.max(1, prestige.length - 1);
  course.querySelector("[data-cursor]").setAttribute("transform", `translate(${(1000 * move) / last} 0)`);
  const words = course.dataset.move.replace("{n}", move).replace("{all}", prestige.length - 1);
  course.querySelector("[data-move-words]").textContent = words;
  slider.setAttribute("aria-valuetext", words);
  prestige[move].forEach((points, seat) => {
    course.querySelector(`[data-points="${seat}"]`).textContent = points;
    course.querySelector(`[data-dot="${seat}"]`).setAttribute("cy", 220 * (1 - points / top));
  });
  review.href = `${address}?move=${move}`;
}

slider.addEventListener("input", show);
show();

document.querySelector("[data-rematch]")?.addEventListener("click", async (event) => {
  const button = event.currentTarget;
  button.setAttribute("aria-busy", "true");
  const made = await call("POST", `/tables/${button.dataset.rematch}/rematch`, {});
  if (made) location.assign(`/tables/${made.table}`);
  else button.removeAttribute("aria-busy");
});
