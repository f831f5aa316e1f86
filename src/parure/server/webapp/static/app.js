// @ts-check
// What every page does for the app: it starts the service worker, and says when it is shown without a connection.

import { byId } from "../../web/static/dom.js";
import { forgetPages } from "./kept_pages.js";

const { dataset } = document.documentElement;
const lost = byId("lost");

/** Say that there is no connection and, of a page that was kept, when it was opened. */
function showOffline() {
  const words = dataset.opened ? lost.dataset.opened : lost.dataset.offline;
  const time = new Date(dataset.opened ?? 0).toLocaleString(document.documentElement.lang, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  lost.textContent = (words ?? "").replace("{time}", time);
}

/** Show a page that was kept as somebody wants pages now, who may have switched since. */
function useTheme() {
  const theme = document.cookie.match(/(?:^|; )theme=(\w+)/)?.[1];
  if (theme) dataset.theme = theme;
}

/** What this page has loaded, with itself. */
const loaded = () => [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)];

async function start() {
  const { serviceWorker } = navigator;
  const isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", async () => {
    // A page that stays open when a new version comes is loaded anew while nobody looks.
    if (!isFirst) document.addEventListener("visibilitychange", () => document.hidden && location.reload());
    else (await serviceWorker.ready).active?.postMessage({ loaded: loaded() });
  });
  // The worker's own file has no version in its address, so no cache may answer for it.
  await serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {});
}

if (dataset.opened) {
  useTheme();
  showOffline();
  addEventListener("online", () => location.reload());
} else {
  if (dataset.stranger) await forgetPages();
  addEventListener("offline", showOffline);
  addEventListener("online", () => (lost.textContent = ""));
}
if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
