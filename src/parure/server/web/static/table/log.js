// @ts-check
// The log where there is no room for it: a drawer.

import { first } from "../dom.js";

const isShown = () => document.body.classList.contains("shows-log");

/** Open the drawer, or close it, and take the focus along. */
export function toggleLog() {
  document.body.classList.toggle("shows-log");
  if (isShown()) first(".side ol").focus();
  else first(".tool--log").focus();
}

export function closeLog() {
  if (isShown()) toggleLog();
}
