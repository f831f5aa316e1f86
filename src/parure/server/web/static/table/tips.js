// @ts-check
// Tips: what a thing is, for those who hover, focus or press long.

import { byId, near } from "../dom.js";

const DELAY = 350;
const LONG = 450;

export function bindTips() {
  const tip = byId("tip");
  let timer = 0;
  /** @type {HTMLElement | null} */
  let shown = null;
  let pressedLong = false;

  function hide() {
    clearTimeout(timer);
    shown = null;
    if (tip.matches(":popover-open")) tip.hidePopover();
  }

  /** @param {HTMLElement} element */
  function show(element) {
    const words = element.dataset.tip;
    const menu = element.getAttribute("popovertarget");
    if (!words || !element.isConnected) return;
    if (menu && document.getElementById(menu)?.matches(":popover-open")) return;
    shown = element;
    const [first, ...rest] = words.split("\n");
    const title = document.createElement("b");
    title.textContent = first;
    tip.replaceChildren(title, rest.join("\n"));
    tip.showPopover();
    const box = element.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const above = box.top - own.height - 10;
    const below = box.bottom + 10;
    const fits = below + own.height < innerHeight - 8;
    const beside = Math.min(Math.max(8, box.top), innerHeight - own.height - 8);
    tip.style.left = `${fits || above > 8 ? left : Math.max(8, box.left - own.width - 12)}px`;
    tip.style.top = `${fits ? below : above > 8 ? above : beside}px`;
  }

  /** @param {Event} event */
  const of = (event) => near(event, "[data-tip]");

  document.addEventListener("pointerover", (event) => {
    const element = of(event);
    if (event.pointerType === "touch" || element === shown) return;
    hide();
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
  document.addEventListener("focusin", (event) => {
    hide();
    const element = of(event);
    if (element?.matches(":focus-visible")) timer = setTimeout(() => show(element), DELAY);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", hide);
  document.addEventListener("toggle", (event) => event.target !== tip && hide(), true);
  document.addEventListener("scroll", hide, true);
}
