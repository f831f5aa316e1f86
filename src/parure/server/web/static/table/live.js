// @ts-check
// The connection: a socket that brings the document and what changes in it, and polling while it is dead.

import { request } from "../base.js";
import { backoff, hideLost, isFinal, showLost } from "../connection.js";
import { patched } from "./patch.js";

/** @typedef {import("./scene.js").Document} Document */

const PATIENCE = 2500;
const FIRST_WAIT = 500;

/**
 * Keep the page up to date.
 * @param {Document} first what the page came with
 * @param {(doc: Document) => void} show takes each new state
 */
export function connect(first, show) {
  const path = `/api/tables/${first.table.id}`;
  // Where several sit at this screen the server says whose turn it is to look.
  const own = first.you.seats.length > 1 ? null : first.you.seat;
  let seat = new URLSearchParams(location.search).get("seat") ?? own;
  /** @type {WebSocket | null} */
  let socket = null;
  const waits = backoff(FIRST_WAIT);
  let polling = 0;
  let retry = 0;

  const query = () => (seat === null ? "" : `?seat=${seat}`);

  function open() {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}${path}/watch${query()}`);
    socket = mine;
    /** @type {Document} what this socket has brought */
    let brought;
    /** @type {string | undefined} */
    let refusal;
    mine.onmessage = (message) => {
      if (socket !== mine) return;
      const { document, patch, error } = JSON.parse(message.data);
      refusal = error?.sentence;
      if (refusal) return;
      found();
      brought = document ?? patched(brought, patch);
      show(brought);
    };
    mine.onclose = (event) => {
      if (socket !== mine) return;
      socket = null;
      showLost(refusal);
      if (isFinal(event)) return stopPolling();
      retry = setTimeout(open, waits.next());
      polling ||= setTimeout(pollOn, PATIENCE);
    };
  }

  function found() {
    waits.reset();
    stopPolling();
    hideLost();
  }

  function stopPolling() {
    clearTimeout(polling);
    polling = 0;
  }

  /** Ask again and again, each time after the last answer. */
  async function pollOn() {
    const mine = polling;
    await poll();
    if (polling === mine) polling = setTimeout(pollOn, PATIENCE);
  }

  /** Ask for the newest state. */
  async function poll() {
    const answer = await request(path + query());
    if (answer?.ok) show(JSON.parse(answer.text));
  }

  addEventListener("online", () => socket ?? open());
  document.addEventListener("visibilitychange", () => document.hidden || (socket ?? open()));
  addEventListener("pagehide", () => {
    const mine = socket;
    socket = null;
    mine?.close();
  });
  addEventListener("pageshow", (event) => event.persisted && open());
  open();

  return {
    /** Ask for the newest state. */
    refresh: poll,
    /** Ask for the newest state where no socket would bring it. */
    refreshUnlessConnected() {
      if (socket?.readyState !== WebSocket.OPEN) poll();
    },
    /**
     * Look through another seat of this browser.
     * @param {string | number | null} other
     */
    look(other) {
      if (String(seat) === String(other) && socket) return;
      seat = other;
      const old = socket;
      socket = null;
      old?.close();
      open();
    },
  };
}
