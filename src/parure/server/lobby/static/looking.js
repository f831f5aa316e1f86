// @ts-check
// Waiting for a quick match, on the page for it and at a table where somebody plays a bot meanwhile.
import { backoff, hideLost, isFinal, showLost } from "../../web/static/connection.js";
import { byId } from "../../web/static/dom.js";
import { notify } from "../../web/static/table/settings.js";

const KEY = "quick-match";
const waits = backoff(500);

/** @typedef {{ name: string, accepts: string[] }} Wish */

/** @returns {Wish | null} what this browser has looked for last */
export const lastWish = () => JSON.parse(localStorage.getItem(KEY) ?? "null");

/** @type {WebSocket | undefined} */
let socket;

/**
 * Wait for somebody while this page is open, in place of what it waited for before.
 * @param {Wish} wish
 */
export function look(wish) {
  localStorage.setItem(KEY, JSON.stringify(wish));
  const before = socket;
  socket = undefined;
  // Whoever waits twice waits as before, so the server has to see the first one closed.
  if (before && before.readyState !== WebSocket.CLOSED) {
    before.addEventListener("close", () => open(wish));
    before.close();
  } else open(wish);
}

/** @param {Wish} wish */
function open(wish) {
  const query = new URLSearchParams([["name", wish.name], ...wish.accepts.map((one) => ["accepts", one])]);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const own = socket = new WebSocket(`${scheme}://${location.host}/api/quick?${query}`);
  /** @type {string | undefined} */
  let refusal;
  own.addEventListener("open", hideLost);
  own.addEventListener("message", (message) => {
    const { table, error } = JSON.parse(message.data);
    refusal = error?.sentence;
    if (!table) return;
    socket = undefined;
    if (document.hidden) notify(byId("waiting").dataset.found ?? "", `/tables/${table}`);
    location.assign(`/tables/${table}`);
  });
  own.addEventListener("close", (event) => {
    if (own !== socket) return;
    showLost(refusal);
    if (!isFinal(event)) setTimeout(() => own === socket && open(wish), waits.next());
  });
}
