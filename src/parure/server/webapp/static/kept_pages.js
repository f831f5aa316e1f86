// @ts-check
// The pages that the service worker keeps, for pages that show or forget them.

import { follow } from "../../web/static/connection.js";

/** The name of their cache; the service worker, which imports nothing, has it too. */
export const PAGES = "parure-pages-1";

/** Forget every page: whoever uses this browser from here on is somebody else. */
export async function forgetPages() {
  if ("caches" in window) await caches.delete(PAGES);
}

/** Load this page anew as soon as the server answers, since what it shows was kept. */
export function reloadWhenOnline() {
  const look = follow("/healthz", 3, () => location.reload());
  addEventListener("online", look);
}
