// @ts-check
// Why something cannot be had now, said when it is pointed at, reached by key, opened or picked.

import { request, say } from "../base.js";
import { byId, near } from "../dom.js";
import { needsReasons, reasonsAddress } from "./reasons.js";

/** @typedef {import("./scene.js").Note} Note */

export class Explainer {
  /** @type {Record<string, Note>} what is known of things, for one version of the table */
  #known = {};
  #version = -1;
  #table;
  #path;
  #note;

  /**
   * @param {import("./table.js").ParureTable} table
   * @param {string} path of the table or the puzzle
   * @param {(notes: Record<string, Note>) => void} note says it of the things
   */
  constructor(table, path, note) {
    this.#table = table;
    this.#path = path;
    this.#note = note;
    for (const touch of ["pointerover", "focusin", "toggle"]) {
      table.addEventListener(touch, (event) => this.#explain(near(event, ".spot, .token-stack")?.id), true);
    }
    table.addEventListener("refused", async (event) => {
      const { thing } = /** @type {CustomEvent<{ thing: string }>} */ (event).detail;
      const reasons = await this.#explain(thing);
      say(reasons?.at(-1) ?? byId(thing).dataset.tip);
    });
  }

  /**
   * Ask why a thing does not offer what it offers at other times, and say it of the thing.
   * @param {string} [thing]
   * @returns {Promise<string[] | undefined>}
   */
  async #explain(thing) {
    const { scene } = this.#table;
    if (!thing || !scene || !needsReasons(scene, thing)) return undefined;
    const { version } = scene.doc;
    if (version !== this.#version) [this.#version, this.#known] = [version, {}];
    const known = this.#known[thing];
    if (known) return known.reasons;
    this.#known[thing] = {};
    const answer = await request(reasonsAddress(scene, thing, this.#path));
    if (!answer?.ok || this.#version !== version || this.#table.scene?.doc.version !== version) {
      return undefined;
    }
    const { reasons } = JSON.parse(answer.text);
    this.#known[thing] = { reasons };
    this.#note({ ...this.#known });
    return reasons;
  }
}
