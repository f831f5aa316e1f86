// @ts-check
// The end of a game: the cursor of the chart, the picture to share, and the rematch.
import { call, theme } from "../base.js";
import { first } from "../dom.js";

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

/**
 * Return the picture of the table as PNG, which every program takes; twice as fine as the screen.
 * @param {string} address
 * @returns {Promise<Blob>}
 */
async function painted(address) {
  const svg = await (await fetch(address)).text();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png");
  });
}

const link = first("[data-picture]", document, HTMLAnchorElement);

link.addEventListener("click", async (event) => {
  event.preventDefault();
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

/** @type {HTMLElement | null} */
const button = document.querySelector("[data-rematch]");

button?.addEventListener("click", async () => {
  button.setAttribute("aria-busy", "true");
  const made = await call("POST", `/tables/${button.dataset.rematch}/rematch`, {});
  if (made) location.assign(`/tables/${made.table}`);
  else button.removeAttribute("aria-busy");
});
