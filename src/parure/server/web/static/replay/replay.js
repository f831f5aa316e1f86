// @ts-check
// The replay of a game that the server keeps.

import { byId } from "../dom.js";
import { bindSettings } from "../table/settings.js";
import { bindTips } from "../table/tips.js";
import { positionsOf, whenResting } from "./positions.js";
import { stepping } from "./stepping.js";

/** @type {import("../table/scene.js").Document} what is shown first */
const doc = JSON.parse(byId("document", HTMLScriptElement).textContent ?? "");
let isLoading = false;

async function load() {
  if (isLoading) return;
  isLoading = true;
  const positions = await positionsOf(doc.table.id);
  isLoading = false;
  if (positions.length) replay.give(positions);
}

bindSettings();
bindTips();
const replay = stepping(doc, { ask: load, rest: whenResting(() => {}) });
load();
