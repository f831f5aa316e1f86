// @ts-check
// A game in a notebook: a page in a frame, the same for all games with the same pieces, which is sent the game.
// What is done there goes to Python, which sends the game back.

/**
 * @typedef {object} Model the widget as Python has it
 * @property {(name: "page" | "game" | "html") => any} get
 * @property {(message: object) => void} send
 * @property {(event: string, heard: (message?: any) => void) => void} on
 * @property {(event: string, heard: (message?: any) => void) => void} off
 * @property {{ get_model: (id: string) => Promise<Model> }} widget_manager
 */

/** @param {{ model: Model, el: HTMLElement }} cell */
async function render({ model, el }) {
  const page = await model.widget_manager.get_model(model.get("page").replace("IPY_MODEL_", ""));
  const frame = document.createElement("iframe");
  frame.srcdoc = page.get("html");
  frame.title = "Parure";
  frame.style.cssText = "display: block; width: 100%; height: min(56vw, 84vh); min-height: 560px; border: 0";

  /** @param {object} told */
  const tell = (told) => frame.contentWindow?.postMessage({ parure: told }, "*");
  const show = () => tell({ game: model.get("game") });
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
