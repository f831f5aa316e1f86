// @ts-check
// The rules: a choice shows at once.
import { first } from "../../web/static/dom.js";

const form = first(".rules-choice", document, HTMLFormElement);
form.addEventListener("change", () => form.requestSubmit());
form.classList.add("rules-choice--live");
