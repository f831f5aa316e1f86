// @ts-check
// This browser's subscription to notifications, which reach it with every tab closed.

import { call, request } from "../../web/static/base.js";

/** Return what shows notifications without a page; undefined where the browser has no such thing. */
export const background = () => navigator.serviceWorker?.getRegistration();

/** @typedef {{ key: string, endpoint: string | null, offset: number, muted: string[] }} Status */

/**
 * Return how this person is notified.
 * @returns {Promise<Status | null>}
 */
export async function status() {
  const answer = await request("/api/notifications");
  return answer?.ok ? JSON.parse(answer.text) : null;
}

/** The minutes by which the clock here is ahead of UTC. */
export const offset = () => -new Date().getTimezoneOffset();

/** Have the server notify this browser; do nothing where it does already, or none can. */
export async function subscribe() {
  const manager = (await background())?.pushManager;
  const known = manager && (await status());
  if (!known) return;
  const made = await subscription(manager, known);
  if (!made || (made.endpoint === known.endpoint && offset() === known.offset)) return;
  await call("PUT", "/notifications", { endpoint: made.endpoint, ...made.toJSON().keys, offset: offset() });
}

/**
 * Return the subscription for the key of this server; null where the browser's push service refuses.
 * @param {PushManager} manager
 * @param {Status} known
 */
async function subscription(manager, { key, endpoint }) {
  const made = await manager.getSubscription();
  if (made && made.endpoint === endpoint) return made;
  // One that the server does not know may be for another key.
  await made?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);
}

/** Have nothing sent to this browser any more. */
export async function unsubscribe() {
  const made = await (await background())?.pushManager?.getSubscription();
  if (!made) return;
  await call("DELETE", "/notifications");
  await made.unsubscribe();
}
