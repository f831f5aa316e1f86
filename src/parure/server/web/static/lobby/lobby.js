// The lobby: the form becomes one request, and the lists stay fresh.
import { busy, call, showDays } from "../base.js";

const form = document.getElementById("create");
const allowed = new Set(JSON.parse(form.dataset.allowed));
const seats = [...form.querySelectorAll("[data-seat]")];
const button = form.querySelector("[type=submit]");

const chosenModules = () => [...form.querySelectorAll("[name=modules]:checked")];
const edition = () => form.elements.edition.value;
const isAllowed = () =>
  allowed.has(`${edition()}:${chosenModules().map((box) => box.value).join(",")}`);

/** Give way to what was chosen last: drop other modules until the rules allow the rest. */
function combine(latest) {
  for (const box of chosenModules()) {
    if (isAllowed()) return;
    if (box !== latest) box.checked = false;
  }
}

function showSeat(row) {
  const select = row.querySelector("select");
  if (!select) return;
  const option = select.selectedOptions[0];
  row.dataset.kind = option.value.split(":")[0];
  if (row.dataset.kind === "bot") {
    row.querySelector("[data-bot-about]").textContent = option.dataset.about;
  }
}

function show() {
  seats.forEach(showSeat);
  const isOpen = seats.some((row) => row.dataset.kind === "friend");
  button.textContent = isOpen ? form.dataset.open : form.dataset.play;
  const note = form.querySelector("[data-clock-note]");
  const clock = form.querySelector("[name=clock]:checked");
  note.textContent = clock.dataset.note ?? "";
  note.hidden = !clock.dataset.note;
}

form.addEventListener("change", (event) => {
  if (event.target.name === "modules" || event.target.name === "edition") {
    combine(event.target.name === "modules" ? event.target : chosenModules().at(-1));
  }
  show();
});

function seatPlan(row) {
  const field = row.querySelector(".seat-name");
  const kind = row.dataset.kind;
  if (kind === "bot") return { bot: row.querySelector("select").value.slice("bot:".length) };
  if (kind === "friend") return {};
  return { name: field.value.trim() || field.dataset.default };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (button.getAttribute("aria-busy") === "true") return;
  const taken = seats.filter((row) => row.dataset.kind !== "empty");
  const [minutes, seconds] = form.elements.clock.value.split(":").map(Number);
  const options = {
    seats: taken.map(seatPlan),
    edition: Number(edition()),
    modules: chosenModules().map((box) => box.value),
    order: form.elements.order.value,
    clock: minutes ? { minutes, seconds } : null,
    pace: form.elements.pace.value,
    public: form.elements.public.checked,
    serious: form.elements.serious.checked,
  };
  localStorage.setItem("name", seats[0].querySelector(".seat-name").value.trim());
  const made = await busy(button, call("POST", "/tables", options));
  if (made) location.assign(`/tables/${made.table}`);
});

seats[0].querySelector(".seat-name").value = localStorage.getItem("name") ?? "";
show();

async function refresh() {
  if (document.hidden) return;
  const lists = document.querySelector("[data-tables]");
  try {
    const answer = await fetch("/lobby/tables");
    const html = answer.ok ? await answer.text() : "";
    if (html && !lists.contains(document.activeElement)) {
      lists.innerHTML = html;
      showDays(lists);
    }
  } catch {
    // The lists are shown as they were; the next round may find the server again.
  }
}

setInterval(refresh, 10_000);
document.addEventListener("visibilitychange", refresh);
