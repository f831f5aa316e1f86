// @ts-check
// The room before a game: sit, leave, start; let others in, and see them come.
import { call, request } from "../../web/static/base.js";
import { backoff, hideLost, isFinal, showLost } from "../../web/static/connection.js";
import { byId, near } from "../../web/static/dom.js";
import { bindDoor, offerSharing } from "../../web/static/invite.js";

const room = byId("table");
const table = room.dataset.table;
/** The room as the server sent it. */
let shown = room.innerHTML;
const nameField = () => /** @type {HTMLInputElement | null} */ (room.querySelector("#sit-name"));

/**
 * Show the room as it is now, keeping what is being typed; when the game has begun, go to it.
 * @param {string} html
 */
function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!next || next.dataset.status !== "waiting") return location.reload();
  if (next.dataset.version === room.dataset.version && next.innerHTML === shown) return;
  shown = next.innerHTML;
  const typed = nameField()?.value;
  const focus = document.activeElement?.id;
  room.dataset.version = next.dataset.version;
  room.innerHTML = next.innerHTML;
  prepare();
  const field = nameField();
  if (typed && field) field.value = typed;
  if (focus) document.getElementById(focus)?.focus();
}

async function refresh() {
  const answer = await request(location.href, { headers: { Accept: "text/html" } });
  if (answer?.ok) show(answer.text);
}

function prepare() {
  const field = nameField();
  if (field && !field.value) field.value = localStorage.getItem("name") ?? "";
  offerSharing(room);
}

const waits = backoff(500);

/** Hear of every change, until the server says that there is nothing to hear any more. */
function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/watch?choices=false`);
  /** @type {string | undefined} */
  let refusal;
  socket.addEventListener("message", (message) => {
    refusal = JSON.parse(message.data).error?.sentence;
    if (refusal) return;
    waits.reset();
    hideLost();
    refresh();
  });
  socket.addEventListener("close", (event) => {
    showLost(refusal);
    room.inert = isFinal(event);
    if (!room.inert) {
      setTimeout(() => {
        refresh();
        listen();
      }, waits.next());
    }
  });
}

room.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const values = new FormData(form);
  if (form.matches("[data-sit]")) {
    const name = values.get("name");
    if (name !== null) localStorage.setItem("name", String(name).trim());
    if (await call("POST", `/tables/${table}/seats`, { name })) await refresh();
  } else if (form.matches("[data-start]")) {
    if (await call("POST", `/tables/${table}/start`, { bot: values.get("bot") })) location.reload();
  }
});

room.addEventListener("click", async (event) => {
  const seat = near(event, "[data-give]")?.dataset.give;
  if (seat) {
    const bot = byId("start-bot", HTMLSelectElement).value;
    if (await call("POST", `/tables/${table}/seats/${seat}/bot`, { bot })) await refresh();
    return;
  }
  const button = near(event, "[data-leave]");
  if (!button) return;
  if (await call("DELETE", `/tables/${table}/seats/${button.dataset.leave}`)) {
    const answer = await request(location.href);
    if (answer?.ok) show(answer.text);
    else location.assign("/");
  }
});

bindDoor(room, refresh);
prepare();
listen();
