// @ts-check
// The replay of a game that the server keeps.

import { byId } from "../../web/static/dom.js";
import { bindSettings } from "../../web/static/table/settings.js";
import { bindTips } from "../../web/static/table/tips.js";
import { positionsOf, whenResting } from "./positions.js";
import { stepping } from "./stepping.js";

/** @type {import("../../web/static/table/scene.js").Document} what is shown first */
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
