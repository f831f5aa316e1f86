// The connection: a socket that brings each new state, and polling while it is dead.

const PATIENCE = 2500;
const LONGEST_WAIT = 10_000;

/** Keep the page up to date. `where` gives the table's data; `show` takes a state, `refused` a sentence. */
export function connect(where, show, refused) {
  let seat = new URLSearchParams(location.search).get("seat") ?? where().seat;
  let socket = null;
  let wait = 500;
  let polling = null;
  let retry = null;

  const query = () => (seat === "" ? "" : `seat=${seat}`);

  function open() {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/tables/${where().table}/live?${query()}`);
    socket = mine;
    mine.onmessage = (message) => {
      if (socket !== mine) return;
      wait = 500;
      found();
      const update = JSON.parse(message.data);
      if (update.html) show(update);
      else if (update.error) refused(update.error.sentence);
    };
    mine.onclose = () => {
      if (socket === mine) lost();
    };
  }

  function found() {
    clearInterval(polling);
    polling = null;
    document.getElementById("lost").textContent = "";
  }

  function lost() {
    socket = null;
    const words = document.getElementById("lost");
    if (!polling) {
      polling = setInterval(poll, PATIENCE);
      setTimeout(() => {
        if (polling) words.textContent = words.dataset.words;
      }, 400);
    }
    retry = setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  async function poll() {
    const { table, version } = where();
    const address = `/tables/${table}/fragment?version=${version}&${query()}`;
    const answer = await fetch(address).catch(() => null);
    if (answer?.status !== 200) return;
    const header = (name) => Number(answer.headers.get(`Parure-${name}`));
    show({ version: header("Version"), elapsed: header("Elapsed"), html: await answer.text() });
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
    /** Look through another seat of this browser, or as a spectator. */
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
