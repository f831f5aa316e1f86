// @ts-check
// A game in a notebook: a page of its own in a frame. What is done there goes to Python, which sends the game back.

/**
 * @typedef {object} Model the widget as Python has it
 * @property {(name: "page" | "game") => any} get
 * @property {(message: object) => void} send
 * @property {(event: string, heard: (message?: any) => void) => void} on
 * @property {(event: string, heard: (message?: any) => void) => void} off
 */

/** @param {{ model: Model, el: HTMLElement }} cell */
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.srcdoc = model.get("page");
  frame.title = "Parure";
  frame.style.cssText = "display: block; width: 100%; height: min(56vw, 84vh); min-height: 560px; border: 0";

  /** @param {object} told */
  const tell = (told) => frame.contentWindow?.postMessage({ parure: told }, "*");
  const show = () => model.get("game") && tell({ game: model.get("game") });
  /** @param {MessageEvent} event */
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || !data?.parure) return;
    if (data.parure.ready) show();
    else model.send(data.parure);
  };

  addEventListener("message", hear);
  model.on("change:game", show);
  model.on("msg:custom", tell);
  el.append(frame);
  return () => {
    removeEventListener("message", hear);
    model.off("change:game", show);
    model.off("msg:custom", tell);
  };
}

export default { render };
