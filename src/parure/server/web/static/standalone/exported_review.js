// @ts-check
// A review in a file: its turning points lead to the table as it was then, and arrow keys go on from there.

const frame = document.querySelector("iframe");

/** @param {{ move: number } | { by: number }} where */
const tell = (where) => frame?.contentWindow?.postMessage({ parure: where }, "*");

document.addEventListener("click", ({ target }) => {
  const point = target instanceof Element ? target.closest("[data-move]") : null;
  if (!(point instanceof HTMLElement)) return;
  tell({ move: Number(point.dataset.move) });
  frame?.scrollIntoView({ block: "center" });
  frame?.focus({ preventScroll: true });
});

document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
  tell({ by });
  event.preventDefault();
});
