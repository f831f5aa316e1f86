// @ts-check
// A JSON Patch (RFC 6902), as far as the server makes them: objects and arrays that it does not touch stay the
// same ones, so that the document before it can be kept.

/** @typedef {{ op: "add" | "remove" | "replace", path: string, value?: any }} Operation */

/**
 * Return what a patch makes of a document.
 * @template T
 * @param {T} document
 * @param {Operation[]} operations
 * @returns {T}
 */
export const patched = (document, operations) => operations.reduce(apply, document);

/**
 * @param {any} document
 * @param {Operation} operation
 */
function apply(document, { op, path, value }) {
  const keys = path.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.length ? changed(document, keys, op, value) : value;
}

/**
 * @param {any} parent
 * @param {string[]} keys
 * @param {Operation["op"]} op
 * @param {any} value
 */
function changed(parent, [key, ...rest], op, value) {
  const copy = Array.isArray(parent) ? [...parent] : { ...parent };
  if (rest.length) copy[key] = changed(copy[key], rest, op, value);
  else if (key === "-") copy.push(value);
  else if (op === "remove" && Array.isArray(copy)) copy.splice(Number(key), 1);
  else if (op === "remove") delete copy[key];
  else copy[key] = value;
  return copy;
}
