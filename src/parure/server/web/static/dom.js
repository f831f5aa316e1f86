// @ts-check
// Finding things in the page. What is asked for is there: a page without it is a mistake of ours.

/**
 * @template {Element} T
 * @typedef {{ new (): T, prototype: T }} Kind
 */

/**
 * Return the element with an id.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {Kind<T>} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  return checked(document.getElementById(id), id, kind);
}

/**
 * Return the first element that a selector finds.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @param {Kind<T>} [kind]
 * @returns {T}
 */
export function first(selector, within = document, kind) {
  return checked(within.querySelector(selector), selector, kind);
}

/**
 * Return all elements that a selector finds.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 * @param {Kind<T>} [kind]
 * @returns {T[]}
 */
export function all(selector, within = document, kind) {
  return Array.from(within.querySelectorAll(selector), (one) => checked(one, selector, kind));
}

/**
 * Return what an event happened to, or the nearest thing around it that a selector finds.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function near(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * Tell whether a key was pressed on something that has a use of its own for Enter or Space.
 * @param {KeyboardEvent} event
 */
export const isOnControl = (event) =>
  near(event, "a, button, input:not([type=range]), select, summary, textarea") !== null;

/**
 * @template {Element} T
 * @param {Element | null} found
 * @param {string} name
 * @param {Kind<T>} [kind]
 * @returns {T}
 */
function checked(found, name, kind) {
  const expected = kind ?? /** @type {any} */ (HTMLElement);
  if (!(found instanceof expected)) throw new Error(`The page has no ${name}.`);
  return /** @type {T} */ (found);
}
