// @ts-check
// The service worker: static files come from its cache, pages from the network. Pages for reading are kept as they
// were opened, and shown again where there is no connection.
//
// A kept page needs the static files of its own version, so these stay as long as such a page does. Nothing else is
// kept: neither a running game nor an answer of the API that the list below does not name. The worker also shows what
// the server sends to a browser without a page: that it is somebody's turn.

const worker = /** @type {any} */ (self);

/** Raise the numbers when the form of what is kept changes: other caches are deleted. */
const PAGES = "parure-pages-1";
const FILES = "parure-files-1";

/** The page shown for one that was not kept. */
const OFFLINE = "/offline";

/** So long a page that was kept waits for a slow network. */
const PATIENCE = 4000;
/** How many pages, and data for them, are kept: the latest. */
const MOST = 120;

/** What is kept: pages for reading, and the data that they fetch. */
const READABLE = [
  /^\/rules$/,
  /^\/puzzles\/\d+$/,
  /^\/tables\/[\w-]+\/re(play|view)$/,
  /^\/tables\/[\w-]+\/review\/(state|\d+\/line)$/,
  /^\/api\/tables\/[\w-]+\/replay$/,
  /^\/faces\//,
];

/**
 * Return under which address something is kept: only rules differ by what follows the question mark.
 * @param {string} url
 */
function keyOf(url) {
  const { origin, pathname, search } = new URL(url);
  return pathname === "/rules" ? origin + pathname + search : origin + pathname;
}

/**
 * Keep an answer; a page with its title, and marked as opened now.
 * @param {string} key
 * @param {Response} answer
 */
async function keep(key, answer) {
  if (!answer.ok || answer.redirected) return;
  const pages = await caches.open(PAGES);
  const headers = new Headers(answer.headers);
  let text = await answer.text();
  const title = text.match(/<head>[^]*?<title>([^<]*)/)?.[1];
  if (title) {
    const opened = new Date().toISOString();
    headers.set("x-title", encodeURIComponent(title.replace(" · Parure", "")));
    headers.set("x-opened", opened);
    text = text.replace("<html ", `<html data-opened="${opened}" `);
  }
  await pages.put(key, new Response(text, { headers }));
  const keys = await pages.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => pages.delete(old)));
}

/**
 * Return a page for reading or its data from the network, or as it was kept where that fails or takes long.
 * @param {any} event
 * @param {Request} request
 */
async function readable(event, request) {
  const key = keyOf(request.url);
  const fresh = fetch(request);
  event.waitUntil(fresh.then((answer) => keep(key, answer.clone())).catch(() => {}));
  const kept = await caches.match(key, { cacheName: PAGES });
  if (!kept) return request.mode === "navigate" ? fresh.catch(offline) : fresh;
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  return Promise.race([fresh, late]).catch(() => kept);
}

const offline = () => caches.match(OFFLINE, { cacheName: FILES });

/**
 * Return a static file, whose address names its version, from the cache if it is there.
 * @param {any} event
 * @param {Request} request
 */
async function file(event, request) {
  const kept = await caches.match(request, { cacheName: FILES });
  if (kept) return kept;
  const answer = await fetch(request);
  // A server of another version answers with its own file, which is not for keeping.
  if (answer.headers.get("cache-control")?.includes("immutable")) {
    const copy = answer.clone();
    event.waitUntil(caches.open(FILES).then((files) => files.put(request, copy)));
  }
  return answer;
}

/**
 * Return what answers a request for an address; null where that is none of the worker's business.
 * @param {string} url
 */
function answering(url) {
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return null;
  if (pathname.startsWith("/static/")) return file;
  return READABLE.some((path) => path.test(pathname)) ? readable : null;
}

/** Keep the page for no connection in the language of this browser, and the files that it names. */
async function keepOffline() {
  const answer = await fetch(OFFLINE);
  if (!answer.ok) throw new Error(`${OFFLINE}: ${answer.status}`);
  const files = await caches.open(FILES);
  await files.addAll(filesIn(await answer.clone().text()));
  await files.put(OFFLINE, answer);
}

/** @param {string} html */
const filesIn = (html) => new Set(html.match(/\/static\/[^"]+/g));

/** Delete static files that no kept page names the version of, and caches of other workers. */
async function tidyUp() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => ![PAGES, FILES].includes(name)).map((name) => caches.delete(name)),
  );
  const files = await caches.open(FILES);
  const pages = await caches.open(PAGES);
  const versions = new Set();
  for (const cache of [files, pages]) {
    for (const key of await cache.keys()) {
      const page = (await cache.match(key))?.clone();
      if (!page?.headers.get("content-type")?.includes("html")) continue;
      for (const address of filesIn(await page.text())) versions.add(versionOf(address));
    }
  }
  for (const key of await files.keys()) {
    const { pathname } = new URL(key.url);
    if (pathname !== OFFLINE && !versions.has(versionOf(pathname))) await files.delete(key);
  }
}

/** @param {string} path */
const versionOf = (path) => path.split("/")[2];

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepOffline().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(tidyUp().then(() => worker.clients.claim()));
});

// The first page loads before this worker controls it, and says afterwards what it has loaded.
worker.addEventListener("message", (/** @type {any} */ event) => {
  for (const url of event.data.loaded) event.waitUntil(answering(url)?.(event, new Request(url)));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const answer = request.method === "GET" ? answering(request.url) : null;
  if (answer) return event.respondWith(answer(event, request));
  if (request.mode !== "navigate") return undefined;
  const fresh = fetch(request);
  event.respondWith(fresh.catch(offline));
  // The page for no connection speaks the language that was chosen last.
  if (request.url.includes("/language/")) event.waitUntil(fresh.then(keepOffline).catch(() => {}));
  return undefined;
});

// “Your turn”, also with every page closed.

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, body, table, stop } = event.data.json();
  const address = `/tables/${table}`;
  const options = {
    body,
    tag: address,
    icon: "/static/any/webapp/static/icon-192.png",
    data: { address, table },
    actions: [{ action: "stop", title: stop }],
  };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { notification, action } = event;
  notification.close();
  const { address, table } = notification.data;
  event.waitUntil(action === "stop" ? mute(table) : open(address));
});

/** @param {string} table */
const mute = (table) =>
  fetch(`/api/notifications/muted/${table}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ muted: true }),
  });

/**
 * Go to the page of an address, which may be open already.
 * @param {string} address
 */
async function open(address) {
  const pages = await worker.clients.matchAll({ type: "window" });
  const there = pages.find((/** @type {any} */ { url }) => new URL(url).pathname === address);
  return there ? there.focus() : worker.clients.openWindow(address);
}
