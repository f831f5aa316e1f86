// @ts-check
// A connection that is lost or refused: when it is tried again, and what the page says meanwhile.

import { request, sentenceIn } from "./base.js";
import { byId } from "./dom.js";

const LONGEST_WAIT = 30_000;
/** So long nothing is said: many a connection is found again at once, or lost because the page is left. */
const SILENCE = 400;
let silence = 0;

/**
 * Return waits in milliseconds that double up to a ceiling, none exactly like that of another page.
 * @param {number} shortest
 */
export function backoff(shortest) {
  let wait = shortest;
  return {
    next() {
      const milliseconds = wait * (0.75 + Math.random() / 2);
      wait = Math.min(2 * wait, LONGEST_WAIT);
      return milliseconds;
    },
    reset() {
      wait = shortest;
    },
  };
}

/**
 * Say what is the matter with the connection, until it is found again.
 * @param {string} [refusal] what the server has said to it
 */
export function showLost(refusal) {
  const lost = byId("lost");
  clearTimeout(silence);
  silence = setTimeout(() => (lost.textContent = refusal ?? lost.dataset.words ?? ""), SILENCE);
}

export function hideLost() {
  clearTimeout(silence);
  byId("lost").textContent = "";
}

/**
 * Tell whether the server would refuse a socket again: what was asked for is gone, or not for this browser.
 * @param {CloseEvent} event
 */
export const isFinal = ({ code }) => code >= 4400 && code < 4500 && code !== 4429;

/**
 * Ask for something again and again while somebody looks at the page; where there is no such thing any more, no
 * longer. Return how to ask for it at once.
 * @param {string} address
 * @param {number} seconds
 * @param {(html: string) => void} show
 * @param {() => boolean} isLookedAt
 */
export function follow(address, seconds, show, isLookedAt = () => !document.hidden) {
  const waits = backoff(1000 * seconds);
  let timer = 0;
  async function look() {
    clearTimeout(timer);
    if (!isLookedAt()) return plan();
    const answer = await request(address);
    if (!answer?.ok) showLost(answer ? sentenceIn(answer) : undefined);
    if (answer?.status === 404) return undefined;
    plan();
    if (!answer?.ok) return undefined;
    waits.reset();
    hideLost();
    return show(answer.text);
  }
  function plan() {
    clearTimeout(timer);
    timer = setTimeout(look, waits.next());
  }
  document.addEventListener("visibilitychange", look);
  plan();
  return look;
}
