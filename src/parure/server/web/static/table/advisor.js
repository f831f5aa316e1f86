// @ts-check
// What the server says to whoever chooses: what a choice leads to, a hint, a warning. Each stands in a panel of the
// page and marks things on the table; none of them holds a move back.

import { call, hush, LONG_SECONDS, request, say } from "../base.js";
import { byId, near } from "../dom.js";
import { nothing, render } from "../vendor/lit-html.js";
import { Explainer } from "./explainer.js";
import { previewNotes, previewPanel, previewWords } from "./preview.js";
import { setting } from "./settings.js";
import { adviceNotes, advicePanel, adviceTitle } from "./suggestion.js";
import { warningNotes, warningPanel, warningWords } from "./warning.js";
import { _ } from "./words.js";

/** @typedef {import("./scene.js").Note} Note */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./table.js").ParureTable} ParureTable */
/** @typedef {"preview" | "advice" | "warning" | "reasons"} Kind */

/** After so many seconds a move is sent without a warning. */
const WARNING_SECONDS = 3;
const NEVER = new AbortController().signal;
/** Where each of them is drawn, within its panel. */
const PLACES = { preview: "preview", advice: "advice-body", warning: "warning-body" };

export class Advisor {
  /** @type {ParureTable} */
  #table;
  #path;
  /** @type {Record<Kind, Record<string, Note>>} what is said of things */
  #notes = { preview: {}, advice: {}, warning: {}, reasons: {} };
  /** What was asked for last, so that an answer that comes late is not shown. */
  #previewed = "";
  /** Ends the request for it: requests that nobody waits for would keep a move from being sent. */
  #asking = new AbortController();
  /** @type {() => void} */
  #do = () => {};

  /**
   * @param {ParureTable} table
   * @param {string} id of the table on the server
   */
  constructor(table, id) {
    this.#table = table;
    table.addEventListener("choosing", () => this.#chosen());
    table.addEventListener("toggle", (event) => near(event, ".menu") && this.#preview(), true);
    this.#path = `/tables/${id}`;
    new Explainer(table, this.#path, (reasons) => this.#note("reasons", reasons));
    document.addEventListener("click", (event) => {
      if (near(event, "#advice-close")) this.close();
      if (near(event, "#advice-do")) this.#do();
      if (near(event, "#warning-better")) this.#hide("warning");
      if (near(event, "#hint, #warning-better")) this.hint();
    });
  }

  /** Take away what was said about another state of the table, or about a move that is sent. */
  clear() {
    this.#hide("advice");
    this.#hide("warning");
    this.#note("reasons", {});
  }

  /** Put a hint away that is shown, and go back to where it was asked for. */
  close() {
    if (byId("advice").hidden) return;
    this.#hide("advice");
    document.getElementById("hint")?.focus();
  }

  /** Ask for a hint, and show it if the table has not gone on meanwhile. */
  async hint() {
    const button = document.getElementById("hint");
    if (!button || button.ariaBusy) return;
    const { you } = this.#scene.doc;
    button.ariaBusy = "true";
    say(_("Looking for a good move…"), 120);
    const seat = you.seat === null ? {} : { seat: you.seat };
    const advice = await call("POST", `${this.#path}/advice`, seat, LONG_SECONDS);
    button.ariaBusy = null;
    if (!advice) return;
    hush();
    if (advice.version !== this.#scene.doc.version) return;
    this.#do = () => {
      this.#hide("advice");
      this.#table.act(advice.line, adviceTitle(advice));
    };
    byId("advice-title").textContent = adviceTitle(advice);
    this.#show("advice", advicePanel(this.#scene, advice), adviceNotes(advice));
    byId("preview").hidden = true;
    byId("advice-do").focus();
  }

  /**
   * Send a move, unless the player is warned of it and has to say so once more.
   * @param {string} line
   * @param {() => void} send
   */
  async warned(line, send) {
    const { you, game, version } = this.#scene.doc;
    const isAsked = you.warned && game?.view.decision === "action";
    const warning = isAsked ? await this.#ask("/warning", line, NEVER, WARNING_SECONDS) : null;
    if (!warning || version !== this.#scene.doc.version) return send();
    const { head, label, yes, no } = warningWords(warning);
    this.#table.stage(label, send, { head, yes, no });
    this.#show("warning", warningPanel(this.#scene, warning), warningNotes(warning));
  }

  get #scene() {
    return /** @type {Scene} */ (this.#table.scene);
  }

  #chosen() {
    if (!this.#table.isChoosing) this.#hide("warning");
    this.#preview();
  }

  /** Show what the present choice leads to, or nothing where none is made. */
  async #preview() {
    const line = setting("preview") ? this.#table.line : undefined;
    const wanted = line ? `${this.#scene.doc.version} ${line}` : "";
    if (wanted === this.#previewed) return;
    this.#previewed = wanted;
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#hide("preview");
    this.#table.tellThen("");
    if (!line) return;
    const preview = await this.#ask("", line, this.#asking.signal);
    if (!preview || wanted !== this.#previewed) return;
    this.#show("preview", previewPanel(this.#scene, preview), previewNotes(preview));
    byId("preview").hidden = !byId("advice").hidden;
    this.#table.tellThen(previewWords(preview));
  }

  /**
   * @param {string} path
   * @param {string} line
   * @param {AbortSignal} signal
   * @param {number} [seconds]
   */
  async #ask(path, line, signal, seconds) {
    const { you } = this.#scene.doc;
    const query = new URLSearchParams({ line, ...(you.seat === null ? {} : { seat: String(you.seat) }) });
    const answer = await request(`${this.#path}/preview${path}?${query}`, { signal }, seconds);
    return answer?.ok ? JSON.parse(answer.text) : null;
  }

  /**
   * @param {keyof typeof PLACES} kind
   * @param {unknown} panel
   * @param {Record<string, Note>} notes
   */
  #show(kind, panel, notes) {
    render(panel, byId(PLACES[kind]));
    byId(kind).hidden = false;
    this.#note(kind, notes);
  }

  /** @param {keyof typeof PLACES} kind */
  #hide(kind) {
    byId(kind).hidden = true;
    render(nothing, byId(PLACES[kind]));
    this.#note(kind, {});
  }

  /**
   * Say something of things on the table, beside what the others say.
   * @param {Kind} kind
   * @param {Record<string, Note>} notes
   */
  #note(kind, notes) {
    if (!Object.keys({ ...this.#notes[kind], ...notes }).length) return;
    this.#notes[kind] = notes;
    /** @type {Record<string, Note>} */
    const all = {};
    for (const [thing, note] of Object.values(this.#notes).flatMap((said) => Object.entries(said))) {
      all[thing] = { ...all[thing], ...note };
    }
    this.#table.note({ notes: all });
  }
}
