// @ts-check
// Pictures to share: drawn by the server, painted here as PNG, which every program takes.

import { request, say } from "./base.js";
import { byId } from "./dom.js";

/**
 * Return a picture as PNG, twice as fine as the screen.
 * @param {string} address
 * @returns {Promise<Blob>}
 */
async function painted(address) {
  const answer = await request(address);
  if (!answer?.ok) throw new Error("no picture");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(answer.text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.width;
  canvas.height = 2 * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png");
  });
}

/**
 * Hand a picture to other programs where one does that, else download it.
 * @param {string} address
 * @param {string} name
 */
export async function sharePicture(address, name) {
  const picture = await painted(address).catch(() => null);
  if (!picture) return say(byId("toast").dataset.trouble);
  const file = new File([picture], name, { type: "image/png" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    // Whoever closes the list of programs has changed their mind.
    await navigator.share({ files: [file], title: document.title }).catch(() => {});
    return;
  }
  const download = document.createElement("a");
  download.href = URL.createObjectURL(file);
  download.download = name;
  download.click();
  setTimeout(() => URL.revokeObjectURL(download.href), 10_000);
}
