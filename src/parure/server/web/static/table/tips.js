// @ts-check
// Tips: what a thing does not show, for those who point at it, reach it by key or press long. A tip hides
// nothing that can be tapped, and opens for a pointer that moves, never for one that rests.

import { all, byId, near } from "../dom.js";
import { nothing, render } from "../vendor/lit-html.js";
import { drawnLine } from "./descriptions.js";

const DELAY = 450;
const LONG = 450;
const GAP = 8;

/**
 * Return where a tip stands: beside its thing, where nothing that can be tapped is under it; else on the
 * question, which is never tapped.
 * @param {HTMLElement} element
 * @param {HTMLElement} tip
 */
function placeOf(element, tip) {
  const box = element.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  /**
   * @param {number} start
   * @param {number} room
   */
  const within = (start, room) => Math.min(Math.max(GAP, start), room - GAP);
  const left = within(box.left + box.width / 2 - width / 2, innerWidth - width);
  const top = within(box.top + box.height / 2 - height / 2, innerHeight - height);
  const places = [
    [left, box.top - height - GAP],
    [left, box.bottom + GAP],
    [box.right + GAP, top],
    [box.left - width - GAP, top],
  ];
  const others = all("button, a, input, summary, .spot").filter(
    (one) => one.checkVisibility() && !one.contains(element) && !element.contains(one),
  );
  const boxes = others.map((one) => one.getBoundingClientRect());
  return places.find(([x, y]) =>
    x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight &&
    !boxes.some((b) => x < b.right && b.left < x + width && y < b.bottom && b.top < y + height)
  );
}

/** Show tips from here on; return how to take away the one that is shown. */
export function bindTips() {
  const tip = byId("tip");
  let timer = 0;
  let pressedLong = false;
  let byKey = false;
  let pointer = "";
  /** @type {HTMLElement | null} what the pointer was led to */
  let aim = null;

  function hide() {
    clearTimeout(timer);
    if (tip.matches(":popover-open")) tip.hidePopover();
    render(nothing, tip);
  }

  /** @param {HTMLElement} element */
  function show(element) {
    const words = element.dataset.tip;
    const menu = element.getAttribute("popovertarget");
    if (!words || !element.isConnected) return;
    if (menu && document.getElementById(menu)?.matches(":popover-open")) return;
    render(drawnLine(words), tip);
    tip.style.width = tip.style.minHeight = "";
    tip.showPopover();
    let place = placeOf(element, tip);
    const question = all("#question .ask-words").find((one) => one.checkVisibility());
    if (!place && question) {
      const box = question.getBoundingClientRect();
      tip.style.width = `${box.width}px`;
      tip.style.minHeight = `${box.height}px`;
      place = [box.left, box.top + (box.height - tip.offsetHeight) / 2];
    }
    const [left, top] = place ?? [GAP, GAP];
    tip.style.left = `${left}px`;
    tip.style.top = `${top}px`;
  }

  /** @param {Event} event */
  const of = (event) => near(event, "[data-tip]");

  document.addEventListener("pointermove", (event) => {
    const here = `${event.clientX} ${event.clientY}`;
    if (event.pointerType === "touch" || here === pointer) return;
    pointer = here;
    const element = of(event);
    if (element === aim) return;
    hide();
    aim = element;
    if (element) timer = setTimeout(() => show(element), DELAY);
  });
  document.addEventListener("pointerdown", (event) => {
    hide();
    pressedLong = false;
    const element = of(event);
    if (event.pointerType !== "touch" || !element) return;
    timer = setTimeout(() => {
      pressedLong = true;
      show(element);
    }, LONG);
  });
  /** @param {PointerEvent} event */
  const lift = (event) => event.pointerType === "touch" && clearTimeout(timer);
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", lift);
  document.addEventListener("contextmenu", (event) => pressedLong && event.preventDefault());
  document.addEventListener(
    "click",
    (event) => {
      if (!pressedLong) return;
      pressedLong = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      hide();
      byKey = event.key === "Tab" || event.key.startsWith("Arrow");
      setTimeout(() => (byKey = false));
    },
    true,
  );
  document.addEventListener("focusin", (event) => {
    hide();
    const element = of(event);
    if (element && byKey) timer = setTimeout(() => show(element), DELAY);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("toggle", (event) => event.target !== tip && hide(), true);
  document.addEventListener("scroll", hide, true);
  return hide;
}
