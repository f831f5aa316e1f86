// @ts-check
// A name that somebody finds improper is told to whoever runs the server.
import { busy, say } from "../../web/static/base.js";
import { near } from "../../web/static/dom.js";

document.addEventListener("click", async (event) => {
  const button = near(event, "[data-report]");
  if (!button || button.ariaBusy) return;
  if (await busy(button, "POST", `/people/${button.dataset.report}/report`)) {
    button.hidden = true;
    say(button.dataset.thanks);
  }
});
