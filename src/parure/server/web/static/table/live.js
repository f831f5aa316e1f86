// @ts-check
// The connection: a socket that brings each new state, and polling while it is dead.

import { request } from "../base.js";
import { backoff, hideLost, isFinal, showLost } from "../connection.js";
import { reading, shown } from "./change.js";

/**
 * @typedef {object} Update a state of the table
 * @property {number} version
 * @property {string} drawn its name
 * @property {string} [html] the whole
 * @property {import("./change.js").Change} [change] what has changed
 * @property {number} elapsed
 */

const PATIENCE = 2500;
const FIRST_WAIT = 500;

/**
 * Keep the page up to date.
 * @param {() => DOMStringMap} where gives the table's data
 * @param {(update: Update) => void} show takes a state
 */
export function connect(where, show) {
  // Where several sit at this screen the server says whose turn it is to look.
  const isShared = (where().mine ?? "").includes(" ");
  let seat = new URLSearchParams(location.search).get("seat") ?? (isShared ? "" : where().seat);
  /** @type {WebSocket | null} */
  let socket = null;
  const waits = backoff(FIRST_WAIT);
  let polling = 0;
  let retry = 0;

  const query = () => (seat === "" ? "" : `seat=${seat}`);

  function open() {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(
      `${scheme}://${location.host}/tables/${where().table}/live?drawn=${shown()}&${query()}`,
    );
    socket = mine;
    const read = reading();
    /** @type {string | undefined} */
    let refusal;
    mine.onmessage = (message) => {
      if (socket !== mine) return;
      const update = JSON.parse(message.data);
      refusal = update.error?.sentence;
      if (refusal) return;
      found();
      if (update.change) update.change = read(update.change);
      if (update.html || update.change) show(update);
      if (update.said) document.dispatchEvent(new CustomEvent("parure:said", { detail: update.said }));
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

  /** Ask for what is not shown. */
  async function poll() {
    const address = `/tables/${where().table}/fragment?drawn=${shown()}&${query()}`;
    const answer = await request(address);
    if (answer?.status !== 200) return;
    /** @param {string} name */
    const header = (name) => answer.headers.get(`Parure-${name}`) ?? "";
    const [version, elapsed] = [Number(header("Version")), Number(header("Elapsed"))];
    show({ version, elapsed, drawn: header("Drawn"), html: answer.text });
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
     * @param {string | undefined} other
     */
    look(other) {
      if (seat === other && socket) return;
      seat = other;
      const old = socket;
      socket = null;
      old?.close();
      open();
    },
  };
}
