// @ts-check
// A page comes with the faces of the cards that it shows; those of all others are fetched behind it.
import { request } from "../base.js";
import { first } from "../dom.js";

const sheet = first("svg.sprites", document, SVGSVGElement);

/** Add the faces that are not there yet, and try again where the server does not answer. */
async function complete() {
  const answer = await request(sheet.dataset.whole ?? "");
  if (!answer?.ok) return setTimeout(complete, 3000);
  const whole = new DOMParser().parseFromString(answer.text, "text/html");
  const missing = [...first("defs", whole, SVGDefsElement).children];
  return first("defs", sheet, SVGDefsElement).append(
    ...missing.filter(({ id }) => !document.getElementById(id)),
  );
}

complete();
