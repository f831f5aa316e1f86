// @ts-check
// The table as an element, <parure-table>: it draws a document and lets its viewer choose. What is chosen comes
// out as an event, `move`; what becomes of it is the page's business. Nothing here knows a rule.

import { html, nothing, render } from "../vendor/lit-html.js";
import { bank } from "./bank.js";
import { bench } from "./bench.js";
import { choice } from "./choice_dialog.js";
import { coach } from "./coach_panel.js";
import { curtain } from "./curtain.js";
import { goals } from "./goals.js";
import { near } from "../dom.js";
import { rove } from "./keys.js";
import { log } from "./log.js";
import { market } from "./market.js";
import { moments } from "./moments.js";
import { panels, sheets } from "./player.js";
import { question, questionOf } from "./question.js";
import { nothingChosen, sceneOf } from "./scene.js";
import { cardAt, chosenLine, isChoosing, kept, lineOf, picking } from "./selection.js";
import { setting } from "./settings.js";
import { _ } from "./words.js";

/** @typedef {import("./scene.js").Chosen} Chosen */
/** @typedef {import("./scene.js").Document} Document */
/** @typedef {import("./scene.js").Note} Note */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @typedef {object} Shown what a page gives the table to show
 * @property {boolean} [still] nothing can be answered, as in a replay
 * @property {Record<string, Note>} [notes] what is said of things for a while
 * @property {{ head?: string, words?: string }} [asked] the question in other words
 * @property {unknown} [question] a section that stands in place of the question
 * @property {unknown} [side] what stands in place of the log
 */

export class ParureTable extends HTMLElement {
  /** @type {Scene | null} */
  scene = null;
  /** @type {Shown} */
  #shown = {};
  /** @type {Chosen} */
  #chosen = nothingChosen();
  #roving = 0;

  connectedCallback() {
    this.addEventListener("click", (event) => this.#aim(event), true);
    this.addEventListener("click", (event) => this.#click(event));
  }

  /**
   * Show a document; what is chosen stays where it is still possible.
   * @param {Document} doc
   * @param {Shown} [shown] instead of what was said of it before
   */
  show(doc, shown = this.#shown) {
    this.#shown = shown;
    const { chosen, isLost } = kept(this.#look(doc, this.#chosen));
    this.#chosen = chosen;
    this.#draw(doc);
    if (isLost) this.#emit("lost");
  }

  /** Say something else of the things on the table. @param {Partial<Shown>} shown */
  note(shown) {
    this.#shown = { ...this.#shown, ...shown };
    if (this.scene) this.#draw(this.scene.doc);
  }

  /** Whether something is chosen and not sent. */
  get isChoosing() {
    return isChoosing(this.#chosen);
  }

  /** The line that is chosen: of the menu that is open, of the tokens that are picked, or planned. */
  get line() {
    const offered = this.#find(".menu:popover-open [data-move]");
    return offered?.dataset.move ?? (this.scene ? chosenLine(this.scene) : undefined);
  }

  /** Put back what is chosen. */
  cancel() {
    this.#choose(nothingChosen());
  }

  /** Clear the choice while it is sent; return what brings it back, where nothing came of it. */
  setAside() {
    const before = this.#chosen;
    this.cancel();
    return () => {
      if (!this.isChoosing) this.#choose({ ...before, staged: before.staged?.words ? null : before.staged });
    };
  }

  /** Say in the question what the choice leads to. @param {string} words */
  tellThen(words) {
    if (this.#chosen.then !== words) this.#choose({ ...this.#chosen, then: words }, { isSame: true });
  }

  /**
   * Ask for a word of confirmation before something is done; in words of its own, to go back comes first.
   * @param {string} label
   * @param {() => void} then
   * @param {{ head: string, yes: string, no: string }} [words]
   */
  stage(label, then, words) {
    this.#choose({ ...this.#chosen, staged: { label, then, thing: this.#closeMenu(), words } });
    this.#find(words ? "#clear" : "#act")?.focus();
  }

  /**
   * Make a move: at once, or after a word of confirmation where the player wants it; before one's turn, plan it.
   * @param {string} line
   * @param {string} label
   */
  act(line, label) {
    const make = () => this.#emit("move", { line, label });
    if (!this.scene?.isTurn) this.#plan(line, label);
    else if (setting("confirm")) this.stage(label, make);
    else make();
  }

  /**
   * Keep a move for one's own turn: it is shown, and sent by a tap.
   * @param {string} line
   * @param {string} label
   */
  #plan(line, label) {
    const thing = this.#closeMenu();
    const card = this.scene && thing ? cardAt(this.scene.view, thing, this.scene.you.seat) : "";
    const then = () => this.act(line, label);
    this.#choose({ ...nothingChosen(), isPlan: true, staged: { label, then, line, thing, card } });
  }

  /** Close the menu that is open, if one is; return the thing that it belongs to. */
  #closeMenu() {
    const menu = this.#find(".menu:popover-open");
    menu?.hidePopover();
    return menu?.closest(".spot")?.id;
  }

  /**
   * @param {string} selector
   * @returns {HTMLElement | null}
   */
  #find(selector) {
    return this.querySelector(selector);
  }

  /**
   * @param {Document} doc
   * @param {Chosen} chosen
   */
  #look(doc, chosen) {
    const { still, notes } = this.#shown;
    return sceneOf(doc, { still, chosen, notes });
  }

  /**
   * @param {Chosen} chosen
   * @param {{ isSame?: boolean }} [how] whether only the words about the choice are others
   */
  #choose(chosen, { isSame = false } = {}) {
    this.#chosen = chosen;
    if (!this.scene) return;
    this.#draw(this.scene.doc);
    if (!isSame) this.#emit("choosing");
  }

  /** @param {Document} doc */
  #draw(doc) {
    this.scene = this.#look(doc, this.#chosen);
    render(drawn(this.scene, this.#shown), this);
    // Once the browser lays the page out anyway, however often it was drawn before.
    cancelAnimationFrame(this.#roving);
    this.#roving = requestAnimationFrame(rove);
    this.#emit("drawn");
  }

  /**
   * @param {string} name
   * @param {object} [detail]
   */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Let a tap on a place finish what began elsewhere, before it does anything else. @param {Event} event */
  #aim(event) {
    const { scene } = this;
    const spot = near(event, ".spot");
    const move = scene?.choices?.targets[this.#chosen.origin]?.[spot?.id ?? ""];
    if (!move || near(event, ".menu")) return;
    event.preventDefault();
    event.stopPropagation();
    this.#chosen = nothingChosen();
    this.act(move, near(event, "button")?.getAttribute("aria-label") ?? "");
    this.#draw(/** @type {Scene} */ (this.scene).doc);
  }

  /** @param {Event} event */
  #click(event) {
    const { scene } = this;
    if (!scene) return;
    const move = near(event, "[data-move]");
    const token = near(event, "[data-pick], .token-stack");
    const begin = near(event, "[data-begin]");
    const payment = near(event, "[data-payment]");
    if (move) this.act(move.dataset.move ?? "", move.getAttribute("aria-label") ?? move.textContent ?? "");
    else if (token) this.#pick(token);
    else if (payment) this.#pay(payment);
    else if (begin) {
      this.#closeMenu();
      this.#choose({ ...nothingChosen(), origin: `place-${begin.dataset.begin}` });
    } else if (near(event, "#clear")) this.cancel();
    else if (near(event, "#act")) this.#confirm(scene);
  }

  /**
   * Choose a way to pay; the focus stays at its place among the coins, of which there may be fewer then.
   * @param {HTMLElement} payment
   */
  #pay(payment) {
    const row = payment.closest(".pay-coins, .pay-presets");
    const place = [...row?.children ?? []].indexOf(payment);
    this.#choose({ ...this.#chosen, way: payment.dataset.payment ?? "" }, { isSame: true });
    const left = [...row?.children ?? []].slice(0, place + 1).at(-1);
    if (left instanceof HTMLElement) left.focus();
  }

  /** @param {HTMLElement} token */
  #pick(token) {
    const { scene } = this;
    const { pick } = token.dataset;
    const chosen = pick && scene ? picking(scene, pick) : null;
    if (chosen) this.#choose(chosen);
    else this.#emit("refused", { thing: token.id });
  }

  /** @param {Scene} scene */
  #confirm(scene) {
    const { staged, picked } = scene.chosen;
    if (staged) return staged.then();
    const line = lineOf(scene, picked);
    return line && this.act(line, this.#find("#act")?.getAttribute("aria-label") ?? "");
  }
}

/**
 * @param {Scene} scene
 * @param {Shown} shown
 */
function drawn(scene, shown) {
  const { table, view, you, choices, still } = scene;
  const tiles = goals(scene);
  const hasOrient = view.modules.includes("orient");
  const classes = [
    "table",
    hasOrient ? "table--above table--orient" : "table--beside",
    tiles === nothing ? "table--bare" : "",
    `seats-${table.seats.length}`,
    questionOf(scene).yours ? "is-yours" : "",
  ].filter(Boolean).join(" ");
  const toPlay = view.to_play ?? "";
  const yes = (/** @type {unknown} */ is) => (is ? "yes" : "");
  const middle = html`
    <aside class="rail" aria-label=${_("The other players")}>${panels(scene)}</aside>
    <section class="middle" aria-label=${_("Table")}>${tiles}${market(scene)}
      <div class="dock">${bank(scene)}${shown.question ?? question(scene, shown.asked)}</div>
    </section>
    <div class="side">${still ? nothing : coach(scene)}${shown.side ?? log(scene)}</div>
  `;
  const above = still ? nothing : [moments(scene), choice(scene), curtain(scene)];
  return html`
    <div id="table" class=${classes} data-table=${table.id} data-version=${scene.doc.version}
      data-seat=${you.seat ?? ""} data-mine=${you.seats.join(" ")} data-status=${table.status}
      data-turn=${yes(scene.isTurn)} data-plans=${yes(choices?.planned)} data-warned=${yes(you.warned)}
      data-decision=${view.decision ?? ""} data-pool=${choices?.pool ?? ""} data-to-play=${toPlay}>
      ${middle}${bench(scene)}${sheets(scene)}${above}
    </div>
  `;
}

customElements.define("parure-table", ParureTable);
