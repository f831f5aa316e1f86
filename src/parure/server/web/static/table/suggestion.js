// @ts-check
// A suggestion: the move is ringed on the table, its reasons stand in a panel.

import { html, nothing } from "../vendor/lit-html.js";
import { back, card, gem, gems } from "./faces.js";
import { sentence } from "./sentences.js";
import { _, advised, cards, fill, shortly } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Note} Note */

/** @typedef {{ move: string, percent: number }} Compared a move, and the chance of winning after it */
/** @typedef {{ words: import("./sentences.js").Part[], card?: string }} Reason what speaks for a move, and for which card */
/**
 * @typedef {object} Advice
 * @property {number} version of the table that it is for
 * @property {string} line that does it, with the payment and the discards of a purchase
 * @property {string[]} things that the move touches
 * @property {Compared[]} moves the one that is suggested, and the next best ones
 * @property {Reason[]} reasons
 * @property {string} bot who was asked
 */
/** @typedef {{ id?: string | null, deck?: string, tokens?: string[] }} Pictured the card, the deck or the tokens of a move */

/**
 * Say what is suggested: the title of its panel, and of the button that does it.
 * @param {Advice} advice
 */
export const adviceTitle = ({ moves }) => advised(moves[0].move);

/**
 * Draw what stands in the panel of a suggestion, under its title; its version must be that of the scene.
 * @param {Scene} scene
 * @param {Advice} advice
 */
export function advicePanel(scene, { moves, reasons, bot }) {
  return html`
    ${picture(pictured(scene, moves[0].move))} ${reasons.map(reason)}
    <div class="advice-chances">
      <p>${_("Your chance of winning after each move")}</p>
      <table>
        <tbody>${moves.map((one) => compared(scene, one))}</tbody>
      </table>
      <p class="advice-bot">${fill(_("Hint by {bot}"), { bot })}</p>
    </div>
  `;
}

/**
 * Return what is said of the things that a suggestion touches.
 * @param {Advice} advice
 * @returns {Record<string, Note>}
 */
export const adviceNotes = ({ things }) =>
  Object.fromEntries(things.map((thing) => [thing, { hint: _("hint") }]));

/**
 * Return what stands for a move in a picture.
 * @param {Scene} scene
 * @param {string} move
 * @returns {Pictured}
 */
function pictured({ view, you }, move) {
  const [verb, ...what] = move.split(" ");
  const last = what.at(-1) ?? "";
  if (verb === "reserve" && what[0] === "deck") return { deck: last };
  if (verb === "discard" || verb === "keep") return { id: last };
  if (verb === "buy" && what[0] === "hand") return { id: view.seats[you.seat ?? 0].hand[Number(last) - 1] };
  if (last in view.rows) return { id: view.rows[last] };
  if (["take", "gain", "return", "pair"].includes(verb)) return { tokens: what };
  return move.startsWith("pay gold") ? { tokens: ["gold"] } : {};
}

/** @param {Pictured} pictured */
function picture({ id, deck, tokens }) {
  if (id) return html`<div class="advice-face">${card(id)}</div>`;
  if (deck) return html`<div class="advice-face">${back(deck)}</div>`;
  return tokens ? html`<p class="advice-tokens">${tokens.map((token) => gem(token, 36))}</p>` : nothing;
}

/** @param {Pictured} pictured */
function thumb({ id, deck, tokens }) {
  if (id) return html`<span class="log-card">${card(id, "thumb")}</span>`;
  if (deck) return html`<span class="log-card">${back(deck, "thumb")}</span>`;
  return tokens ? gems(tokens, 14) : nothing;
}

/** @param {Reason} reason */
function reason({ words, card: id }) {
  const face = id
    ? html`<span class="log-card" role="img" aria-label=${cards[id].words}>${card(id, "compact")}</span>`
    : nothing;
  return html`<p class="advice-reason"><span>${sentence(words)}</span>${face}</p>`;
}

/**
 * @param {Scene} scene
 * @param {Compared} compared
 */
function compared(scene, { move, percent }) {
  const words = html`<span class="advice-words">${shortly(move)}</span>`;
  const bar = html`<progress max="100" value=${percent} aria-label=${advised(move)}>${percent} %</progress>`;
  return html`
    <tr>
      <td><span class="advice-move">${thumb(pictured(scene, move))}${words}</span></td>
      <td>${bar}</td>
      <td>${fill(_("{n}%"), { n: percent })}</td>
    </tr>
  `;
}
