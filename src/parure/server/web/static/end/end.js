// The end of a game: the cursor of the chart, the picture to share, and the rematch.
import { call, theme } from "../base.js";

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

/** Return the picture of the table as PNG, which every program takes; twice as fine as the screen. */
async function painted(address) {
  const svg = await (await fetch(address)).text();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

document.querySelector("[data-picture]").addEventListener("click", async (event) => {
  event.preventDefault();
  const link = event.currentTarget;
  const name = link.download.replace(/svg$/, "png");
  const file = new File([await painted(`${link.href}?theme=${theme()}`)], name, { type: "image/png" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: document.title }).catch(() => {});
    return;
  }
  const download = document.createElement("a");
  download.href = URL.createObjectURL(file);
  download.download = name;
  download.click();
  setTimeout(() => URL.revokeObjectURL(download.href), 10_000);
});

document.querySelector("[data-rematch]")?.addEventListener("click", async (event) => {
  const button = event.currentTarget;
  button.setAttribute("aria-busy", "true");
  const made = await call("POST", `/tables/${button.dataset.rematch}/rematch`, {});
  if (made) location.assign(`/tables/${made.table}`);
  else button.removeAttribute("aria-busy");
});
