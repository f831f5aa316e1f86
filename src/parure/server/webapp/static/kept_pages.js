// @ts-check
// The pages that the service worker keeps.

/** The name of their cache; the service worker, which imports nothing, has it too. */
export const PAGES = "parure-pages-1";

/** Forget every page: whoever uses this browser from here on is somebody else. */
export async function forgetPages() {
  if ("caches" in window) await caches.delete(PAGES);
}
