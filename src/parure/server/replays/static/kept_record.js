// @ts-check
// Annotated records lie in this browser, one for each finished game: the server reads them and keeps none.

/** @param {string} table */
const name = (table) => `parure-record-${table}`;

/**
 * Return the annotated record of a game; nothing where there is none.
 * @param {string} table
 */
export function keptRecord(table) {
  try {
    return localStorage.getItem(name(table)) ?? "";
  } catch {
    return "";
  }
}

/**
 * Keep the annotated record of a game; tell whether the browser lets us.
 * @param {string} table
 * @param {string} text
 */
export function keepRecord(table, text) {
  try {
    localStorage.setItem(name(table), text);
    return true;
  } catch {
    return false;
  }
}
