// @ts-check
// The connection: a socket that brings each new state, and polling while it is dead.

import { byId } from "../dom.js";
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
const LONGEST_WAIT = 10_000;

/**
 * Keep the page up to date.
 * @param {() => DOMStringMap} where gives the table's data
 * @param {(update: Update) => void} show takes a state
 * @param {(sentence: string) => void} refused takes a sentence
 */
export function connect(where, show, refused) {
  // Where several sit at this screen the server says whose turn it is to look.
  const isShared = (where().mine ?? "").includes(" ");
  let seat = new URLSearchParams(location.search).get("seat") ?? (isShared ? "" : where().seat);
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = 500;
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
    mine.onmessage = (message) => {
      if (socket !== mine) return;
      wait = 500;
      found();
      const update = JSON.parse(message.data);
      if (update.change) update.change = read(update.change);
      if (update.html || update.change) show(update);
      if (update.said) document.dispatchEvent(new CustomEvent("parure:said", { detail: update.said }));
      else if (update.error) refused(update.error.sentence);
    };
    mine.onclose = () => {
      if (socket === mine) lost();
    };
  }

  function found() {
    clearInterval(polling);
    polling = 0;
    byId("lost").textContent = "";
  }

  function lost() {
    socket = null;
    const words = byId("lost");
    if (!polling) {
      polling = setInterval(poll, PATIENCE);
      setTimeout(() => {
        if (polling) words.textContent = words.dataset.words ?? "";
      }, 400);
    }
    retry = setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  /** Ask for what is not shown. */
  async function poll() {
    const address = `/tables/${where().table}/fragment?drawn=${shown()}&${query()}`;
    const answer = await fetch(address).catch(() => null);
    if (answer?.status !== 200) return;
    /** @param {string} name */
    const header = (name) => answer.headers.get(`Parure-${name}`) ?? "";
    const [version, elapsed] = [Number(header("Version")), Number(header("Elapsed"))];
    show({ version, elapsed, drawn: header("Drawn"), html: await answer.text() });
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
