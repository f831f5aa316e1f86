// @ts-check
// What the menu of a table offers: words to the others, the pace of the bots, warnings, the ways out of the game.

import { html, nothing } from "../vendor/lit-html.js";
import { _, bots, fill, listed, losses, phrases } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{ code: string, title: string, words: string, seat?: number }} Way a way out, and what comes of it */

/**
 * Whether the viewer plays a game that is not over.
 * @param {Scene} scene
 */
const plays = ({ table, you, still }) => !still && you.seats.length > 0 && table.status === "playing";

/**
 * The seats of other people who play.
 * @param {Scene} scene
 */
const others = ({ table, you }) =>
  table.seats.filter((one, seat) => one.bot === null && !you.seats.includes(seat));

/**
 * An offer to end the game, and what to answer.
 * @param {Scene} scene
 */
export function offer(scene) {
  const { table, you, names } = scene;
  const offering = names.filter((_name, seat) => table.seats[seat].offers_end);
  const isOwn = you.seats.some((seat) => table.seats[seat].offers_end);
  const words = fill(_("{names} would like to end the game here, without a winner."), {
    names: listed(offering),
  });
  const parts = [
    html`<p>${words}</p>`,
    isOwn ? nothing : endButton(_("Agree"), "yes"),
    endButton(isOwn ? _("Withdraw offer") : _("Play on")),
  ];
  const isOffered = plays(scene) && offering.length;
  return html`<div id="offer" class="offer" role="status">${isOffered ? parts : nothing}</div>`;
}

/**
 * @param {string} words
 * @param {string} [agree]
 */
const endButton = (words, agree) =>
  html`<button type="button" class="button button--small" data-way="end" data-agree=${
    agree ?? nothing
  }>${words}</button>`;

/**
 * What the menu of the page says of this game.
 * @param {Scene} scene
 */
export function menu(scene) {
  const { table, you } = scene;
  const hasBots = table.seats.some((one) => one.bot !== null);
  const parts = plays(scene) && [
    others(scene).length ? phraseButtons() : nothing,
    hasBots ? paceChoice(table.options.pace) : nothing,
    you.warned === null ? nothing : warningChoice(you.warned, table.practice),
    html`<h2>${_("This game")}</h2>`,
    waysOut(scene).map(wayOut),
  ];
  return html`<div id="ways" class="ways">${parts || nothing}</div>`;
}

function phraseButtons() {
  const buttons = Object.entries(phrases).map(([code, words]) =>
    html`<button type="button" class="button button--small" data-phrase=${code}>${words}</button>`
  );
  return html`
    <h2>${_("Say something")}</h2>
    <div class="phrases">${buttons}</div>
  `;
}

/** @param {string} pace */
function paceChoice(pace) {
  const paces = [["instant", _("Instant")], ["quick", _("Quick")], ["calm", _("Relaxed")]];
  const shown = paces.map(([code, words]) => segment("pace", code, words, code === pace));
  const title = _("Bot speed");
  return html`
    <h2>${title}</h2>
    <div class="segments" role="group" aria-label=${title}>${shown}</div>
  `;
}

/**
 * @param {number} warned
 * @param {boolean} practice
 */
function warningChoice(warned, practice) {
  const shown = losses.map((loss) => {
    const words = loss ? fill(_("{n}%"), { n: loss }) : _("Never");
    return segment("warned", loss, words, loss === warned);
  });
  const note = html`<p class="ways-note">${_("Only for practice against bots.")}</p>`;
  return html`<h2 id="warned-title">${_("Warn me before a move that loses")}</h2>
    <div class="segments" role="group" aria-labelledby="warned-title">${shown}</div>
    ${practice ? nothing : note}`;
}

/**
 * One of a few values of which one is chosen.
 * @param {string} name
 * @param {string | number} value
 * @param {string} words
 * @param {boolean} isChosen
 */
const segment = (name, value, words, isChosen) =>
  html`<label><input type="radio" name=${name} value=${value} .checked=${isChosen}><span>${words}</span></label>`;

/** @param {Way} way */
const wayOut = ({ code, title, words, seat }) =>
  html`
    <details class="way" name="way">
      <summary>${title}</summary>
      <p>${words}</p>
      <button type="button" class="button button--small" data-way=${code} data-for=${seat ?? nothing}
        data-agree=${code === "end" ? "yes" : nothing}>${title}</button>
    </details>
  `;

/**
 * @param {Scene} scene
 * @returns {Way[]}
 */
function waysOut(scene) {
  const { table, you, names } = scene;
  const seat = you.seat ?? you.seats[0];
  const isShared = others(scene).length > 0;
  /** @type {Way[]} */
  const ways = [];
  if (isShared) {
    const words = _("If everyone agrees, the game ends without a winner.");
    ways.push({ code: "end", title: _("Offer to end the game"), words });
  }
  if (isShared && !table.options.rated && !table.tournament) {
    const words = fill(_("{bot} plays for {name}, who can come back at any time."), {
      bot: bots[houseBot()].title,
      name: names[seat],
    });
    ways.push({ code: "bot", title: _("Let a bot play for me"), words, seat });
  }
  ways.push({ code: "resign", title: _("Resign"), words: resigning(scene, seat), seat });
  if (you.may_abandon) {
    const words = _("The game won’t count and disappears from all lists. This can’t be undone.");
    ways.push({ code: "abandon", title: _("Delete the game"), words });
  }
  return ways;
}

/** The bot that plays for people who are away. */
const houseBot = () => ["merchant", "novice"].find((name) => name in bots) ?? "random";

/**
 * Say what comes of resigning.
 * @param {Scene} scene
 * @param {number} seat
 */
function resigning({ table, names }, seat) {
  const name = names[seat];
  const rest = table.seats.flatMap((one, n) => n !== seat && !one.resigned ? [n] : []);
  if (rest.length === 1) {
    const words = _("{name} resigns and {winner} wins. This can’t be undone.");
    return fill(words, { name, winner: names[rest[0]] });
  }
  if (rest.some((n) => table.seats[n].bot === null || table.seats[n].away)) {
    return fill(_("{name} resigns and a bot plays on. This can’t be undone."), { name });
  }
  return fill(_("{name} resigns and the game is over. This can’t be undone."), { name });
}
