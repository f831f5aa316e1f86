// @ts-check
// What every page does for the app: it starts the service worker, and says when it is shown without a connection.

import { byId } from "../../web/static/dom.js";
import { forgetPages, reloadWhenOnline } from "./kept_pages.js";

const { dataset } = document.documentElement;
const lost = byId("lost");

/** Say that this page was kept, and show it as it is now as soon as the server answers. */
function showKept() {
  const opened = new Date(dataset.opened ?? 0).toLocaleString(document.documentElement.lang, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  lost.dataset.words = lost.dataset.opened?.replace("{time}", opened);
  lost.textContent = lost.dataset.words ?? "";
  reloadWhenOnline();
}

/** Show a page that was kept as somebody wants pages now, who may have switched since. */
function useTheme() {
  const theme = document.cookie.match(/(?:^|; )theme=(\w+)/)?.[1];
  if (theme) dataset.theme = theme;
}

/**
 * Tell the worker what this page has loaded without it, also what is still on its way.
 * @param {ServiceWorker | null} worker
 */
function tellLoaded(worker) {
  const now = performance.now();
  worker?.postMessage({ loaded: [location.href] });
  const observer = new PerformanceObserver((list) => {
    const earlier = list.getEntries().filter(({ startTime }) => startTime < now);
    worker?.postMessage({ loaded: earlier.map(({ name }) => name) });
  });
  observer.observe({ type: "resource", buffered: true });
}

async function start() {
  const { serviceWorker } = navigator;
  const isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener("controllerchange", async () => {
    // A page that stays open when a new version comes is loaded anew while nobody looks.
    if (!isFirst) document.addEventListener("visibilitychange", () => document.hidden && location.reload());
    else tellLoaded((await serviceWorker.ready).active);
  });
  // The worker's own file has no version in its address, so no cache may answer for it.
  await serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {});
}

if (dataset.opened) {
  useTheme();
  showKept();
} else {
  if (dataset.stranger) await forgetPages();
  addEventListener("offline", () => (lost.textContent = lost.dataset.offline ?? ""));
  addEventListener("online", () => (lost.textContent = ""));
}
if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
