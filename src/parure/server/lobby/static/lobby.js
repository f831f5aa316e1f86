// @ts-check
// The lobby: each way to play is one request, and what goes on stays fresh.
import { busy, showFresh } from "../../web/static/base.js";
import { follow } from "../../web/static/connection.js";
import { all, byId, first, near } from "../../web/static/dom.js";
import { bindSettings, notify, setting } from "../../web/static/table/settings.js";
import { recall, remember } from "./last.js";

const SECONDS = 10;
/** The same while the server gets ready for the first time. */
const SECONDS_BEFORE = 2;

const form = byId("create", HTMLFormElement);
const allowed = new Set(JSON.parse(form.dataset.allowed ?? "[]"));
const seats = all("[data-seat]", form);
const button = first("[type=submit]", form);
const hints = first("[name=hints]", form, HTMLInputElement);
const rated = first("[name=rated]", form, HTMLInputElement);

const chosenModules = () => all("[name=modules]:checked", form, HTMLInputElement);
/** @param {string} name */
const chosen = (name) => String(new FormData(form).get(name) ?? "");
/** @param {string} name */
const isTicked = (name) => first(`[name=${name}]`, form, HTMLInputElement).checked;
/** @param {HTMLElement} row */
const nameField = (row) => first(".seat-name", row, HTMLInputElement);
const isAllowed = () =>
  allowed.has(`${chosen("edition")}:${chosenModules().map((box) => box.value).join(",")}`);

/**
 * Give way to what was chosen last: drop other modules until the rules allow the rest.
 * @param {HTMLInputElement | undefined} latest
 */
function combine(latest) {
  for (const box of chosenModules()) {
    if (isAllowed()) return;
    if (box !== latest) box.checked = false;
  }
}

/** @param {HTMLElement} row */
function showSeat(row) {
  const option = row.querySelector("select")?.selectedOptions[0];
  if (!option) return;
  row.dataset.kind = option.value.split(":")[0];
  if (row.dataset.kind === "bot") {
    first("[data-bot-about]", row).textContent = option.dataset.about ?? "";
  }
}

/** Whether whoever makes the table plays against bots alone, with hints. */
function isAlone() {
  return isTicked("hints") &&
    seats.slice(1).every((row) => ["bot", "empty"].includes(row.dataset.kind ?? ""));
}

/** Whether the cards may be dealt by a number that somebody knows: no stranger plays, and nothing counts. */
function mayDeal() {
  const isOpen = seats.some((row) => ["friend", "program"].includes(row.dataset.kind ?? ""));
  return !isOpen && !isTicked("public") && !isTicked("rated");
}

function show() {
  seats.forEach(showSeat);
  hints.disabled = rated.checked;
  first("[data-alone]", form).hidden = !isAlone();
  first(".deal", form).hidden = !mayDeal();
  const note = first("[data-clock-note]", form);
  const clock = first("[name=clock]:checked", form);
  const edition = (form.dataset.edition ?? "").replace("{edition}", chosen("edition"));
  const time = chosen("clock") ? clock.parentElement?.textContent : form.dataset.noClock;
  first("[data-summary]", form).textContent = `${edition} · ${time?.trim()}`;
  note.textContent = clock.dataset.note ?? "";
  note.hidden = !clock.dataset.note;
}

form.addEventListener("change", (event) => {
  const field = event.target;
  if (field instanceof HTMLInputElement && ["modules", "edition"].includes(field.name)) {
    combine(field.name === "modules" ? field : chosenModules().at(-1));
  }
  if (field === rated) hints.checked = !rated.checked;
  show();
});

/** @param {HTMLElement} row */
function seatPlan(row) {
  const kind = row.dataset.kind;
  if (kind === "bot") return { bot: first("select", row, HTMLSelectElement).value.slice("bot:".length) };
  if (kind === "friend" || kind === "program") return {};
  return { name: nameOf(row) };
}

/** @param {HTMLElement} row */
function nameOf(row) {
  const field = nameField(row);
  return field.value.trim() || field.dataset.default;
}

/** @param {HTMLElement} row */
const program = (row) =>
  row.dataset.kind === "program"
    ? first("select", row, HTMLSelectElement).value.slice("program:".length)
    : null;

function clock() {
  if (chosen("clock") === "days") return { minutes: 0, days: 1 };
  const [minutes, seconds] = chosen("clock").split(":").map(Number);
  return minutes ? { minutes, seconds } : null;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (button.getAttribute("aria-busy") === "true") return;
  const taken = seats.filter((row) => row.dataset.kind !== "empty");
  const options = {
    seats: taken.map(seatPlan),
    programs: taken.map(program),
    edition: Number(chosen("edition")),
    modules: chosenModules().map((box) => box.value),
    order: chosen("order"),
    clock: clock(),
    pace: chosen("pace"),
    warned: isAlone() ? Number(chosen("warned")) : 0,
    seed: mayDeal() && chosen("seed") ? Number(chosen("seed")) : null,
    public: isTicked("public"),
    serious: !isTicked("hints"),
    rated: isTicked("rated"),
  };
  localStorage.setItem("name", nameField(seats[0]).value.trim());
  remember(form);
  const made = await busy(button, "POST", "/tables", options);
  if (made) location.assign(`/tables/${made.table}`);
});

recall(form);
nameField(seats[0]).value = localStorage.getItem("name") ?? "";
combine(undefined);
show();

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-again], [data-seats]");
  if (!button || button.ariaBusy) return;
  const { again, seats: plan = "[]" } = button.dataset;
  const own = nameOf(seats[0]);
  localStorage.setItem("name", nameField(seats[0]).value.trim());
  // The one without a name is for whoever looks at the page.
  const plans = JSON.parse(plan).map((/** @type {{ name?: string }} */ one) =>
    one.name === "" ? { name: own } : one
  );
  const made = again
    ? await busy(button, "POST", `/tables/${again}/rematch`)
    : await busy(button, "POST", "/tables", { seats: plans });
  if (made) location.assign(`/tables/${made.table}`);
});

/** What waits for the viewer: challenges and games. */
document.addEventListener("click", async (event) => {
  const button = near(event, "[data-accept], [data-decline]");
  if (!button || button.ariaBusy) return;
  const { accept, decline } = button.dataset;
  if (accept && await busy(button, "POST", `/tables/${accept}/seats`, { name: nameOf(seats[0]) })) {
    location.assign(`/tables/${accept}`);
  }
  if (decline && await busy(button, "POST", `/tables/${decline}/decline`)) {
    button.closest("li")?.remove();
  }
});

const waiting = () => all("#challenges .tile--urgent, #going .tile--urgent");
/** @param {HTMLElement} tile */
const addressOf = (tile) => tile.dataset.address ?? "";
const title = document.title;

/**
 * Say in the title, and by a notification where wanted, that games wait.
 * @param {Set<string>} before those that waited before
 */
function tell(before) {
  const count = waiting().length;
  document.title = count ? `(${count}) ${title}` : title;
  const news = waiting().filter((game) => !before.has(addressOf(game)));
  if (news.length && document.hidden) {
    notify(news[0].querySelector("b")?.textContent ?? "", addressOf(news[0]));
  }
}

/** @param {string} html */
function showLists(html) {
  const before = new Set(waiting().map(addressOf));
  showFresh(html);
  tell(before);
  lookSoon();
}

let soon = 0;

/** Look sooner than usual while there is something to see. */
function lookSoon() {
  clearTimeout(soon);
  if (byId("progress").firstElementChild) soon = setTimeout(look, 1000 * SECONDS_BEFORE);
}

/** Greet by the time of day. */
function greet() {
  const hour = new Date().getHours();
  const time = hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "afternoon";
  const heading = first(".greeting h1");
  heading.textContent = heading.dataset[time] ?? heading.textContent;
}

greet();
tell(new Set(waiting().map(addressOf)));
bindSettings();
const look = follow("/lobby/tables", SECONDS, showLists, () => !document.hidden || setting("notify"));
lookSoon();
