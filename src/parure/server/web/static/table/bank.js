// @ts-check
// The bank: a stack of tokens of each colour, to be picked where tokens of the bank are an answer together.

import { html, nothing } from "../vendor/lit-html.js";
import { reasonsFor, tipOf } from "./descriptions.js";
import { gem, shield } from "./faces.js";
import { marksOf } from "./scene.js";
import { count, leads } from "./selection.js";
import { _, fill, gemName, ngettext, TOKENS } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * Draw the bank.
 * @param {Scene} scene
 */
export function bank(scene) {
  const stacks = TOKENS.map((colour) => stack(scene, colour));
  return html`<div class="bank" id="bank" role="group" aria-label=${_("Bank")}>${stacks}</div>`;
}

/**
 * The tokens of a colour.
 * @param {Scene} scene
 * @param {string} colour
 */
function stack(scene, colour) {
  const thing = `bank-${colour}`;
  const left = scene.view.bank[colour];
  const { picked } = scene.chosen;
  const isPick = scene.choices?.pool === "bank" && colour !== "gold";
  const n = count(picked, colour);
  const [pick, pressed, chosen] = isPick ? [colour, String(n > 0), n] : [nothing, nothing, nothing];
  const isOut = isPick && !n && !leads(scene, [...picked, colour]);
  const state = [left ? "" : "is-empty", isOut ? "is-out" : "", marksOf(scene, thing)];
  const classes = ["token-stack", ...state].filter(Boolean).join(" ");
  const { hint = nothing, played } = scene.notes[thing] ?? {};
  const by = played?.words ?? nothing;
  const isGold = colour === "gold";
  const lines = isGold
    ? [_("Gold stands for any colour. You get it when you reserve a card.")]
    : reasonsFor(scene, thing);
  const words = ngettext("{n} {colour} token in the bank", "{n} {colour} tokens in the bank", left);
  const label = fill(words, { n: left, colour: gemName(colour, left) });
  const marks = touches(scene, thing);
  const face = html`<span class="disc">${gem(colour, 24)}</span><b class="count">${left}</b>${marks}`;
  return html`
    <button type="button" class=${classes} id=${thing} data-at=${thing} data-pick=${pick}
      aria-pressed=${pressed} data-chosen=${chosen} data-group="bank" data-tip=${tipOf(lines)}
      data-hint=${hint} data-played=${by} aria-label=${label}>${face}</button>
  `;
}

/**
 * The seats that took some of a stack.
 * @param {Scene} scene
 * @param {string} thing
 */
function touches({ touched }, thing) {
  const shields = touched[thing]?.map((seat) => shield(seat, 11));
  return shields ? html`<span class="touched" aria-hidden="true">${shields}</span>` : nothing;
}
