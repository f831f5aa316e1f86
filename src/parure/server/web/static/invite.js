// @ts-check
// Letting others in: the switch of the door, and sharing where the browser can.
import { call } from "./base.js";
import { all, near } from "./dom.js";

/**
 * Move the door with its switch; what shows it is drawn anew by the caller.
 * @param {HTMLElement} part
 * @param {() => Promise<void>} refresh
 */
export function bindDoor(part, refresh) {
  part.addEventListener("change", async (event) => {
    const door = event.target;
    if (!(door instanceof HTMLInputElement) || !door.matches("[data-door]")) return;
    door.ariaBusy = "true";
    const answer = await call("PUT", "/door", { open: door.checked });
    door.ariaBusy = null;
    if (answer) await refresh();
    else door.checked = !door.checked;
  });
}

/**
 * Show the buttons that hand a link to other programs, where the browser does that.
 * @param {ParentNode} part
 */
export function offerSharing(part) {
  for (const button of all("[data-share]", part)) button.hidden = !("share" in navigator);
}

document.addEventListener("click", async (event) => {
  const url = near(event, "[data-share]")?.dataset.share;
  // Whoever closes the list of programs has changed their mind.
  if (url) await navigator.share({ title: document.title, url }).catch(() => {});
});
