// @ts-check
// Beside a game against a bot: wait on for a quick match.
import { say } from "../../web/static/base.js";
import { byId } from "../../web/static/dom.js";
import { lastWish, look } from "./looking.js";

const wish = lastWish();
if (wish) {
  say(byId("waiting").textContent ?? "");
  look(wish);
}
