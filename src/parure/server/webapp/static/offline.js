// @ts-check
// The page shown without a connection: what the service worker has kept, newest first.

import { showDays } from "../../web/static/base.js";
import { byId, near } from "../../web/static/dom.js";
import { PAGES, reloadWhenOnline } from "./kept_pages.js";

/** Return a line for each page that was kept. */
async function lines() {
  const pages = await caches.open(PAGES);
  const found = [];
  for (const { url } of await pages.keys()) {
    const headers = (await pages.match(url))?.headers;
    const title = headers?.get("x-title");
    if (title) found.unshift(line(url, decodeURIComponent(title), headers?.get("x-opened") ?? ""));
  }
  return found;
}

/**
 * @param {string} url
 * @param {string} title as it stands in the page, as HTML
 * @param {string} opened
 */
function line(url, title, opened) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = url;
  link.textContent = new DOMParser().parseFromString(title, "text/html").body.textContent;
  const time = document.createElement("time");
  time.dateTime = opened;
  time.dataset.ago = "";
  item.append(link, time);
  return item;
}

async function show() {
  const found = await lines();
  const list = byId("kept");
  list.replaceChildren(...found);
  list.hidden = !found.length;
  byId("none").hidden = Boolean(found.length);
  showDays(list);
}

document.addEventListener("click", (event) => {
  if (near(event, "[data-again]")) location.reload();
});
reloadWhenOnline();
if ("caches" in window) show();
