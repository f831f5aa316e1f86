// @ts-check
// The log where there is no room for it: a drawer.

import { first } from "../dom.js";

const lines = () => first(".side ol");
const isShown = () => document.body.classList.contains("shows-log");

/** Bring the newest line into view. */
export function showNewest() {
  lines().scrollTop = lines().scrollHeight;
}

/** Open the drawer, or close it, and take the focus along. */
export function toggleLog() {
  document.body.classList.toggle("shows-log");
  if (isShown()) {
    lines().focus();
    showNewest();
  } else first(".tool--log").focus();
}

export function closeLog() {
  if (isShown()) toggleLog();
}
