// The guided game: what the coach speaks of is lit, also after the table was drawn again.

const main = document.getElementById("main");

function light() {
  const names = document.getElementById("coach")?.dataset.lights.split(" ") ?? [];
  const wanted = new Set(names.filter(Boolean));
  for (const thing of main.querySelectorAll(".coached")) {
    if (!wanted.has(thing.id)) thing.classList.remove("coached");
  }
  for (const name of wanted) {
    const thing = document.getElementById(name);
    if (thing && !thing.classList.contains("coached")) thing.classList.add("coached");
  }
}

new MutationObserver(light).observe(main, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["class", "data-lights"],
});
light();
