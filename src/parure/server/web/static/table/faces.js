// @ts-check
// A page comes with the faces of the cards that it shows; those of all others are fetched behind it.
import { first } from "../dom.js";

const sheet = first("svg.sprites", document, SVGSVGElement);

/** Put the whole sheet in the place of the first one, and try again where the server does not answer. */
async function complete() {
  const answer = await fetch(sheet.dataset.whole ?? "").catch(() => null);
  if (answer?.ok) sheet.outerHTML = await answer.text();
  else setTimeout(complete, 3000);
}

complete();
