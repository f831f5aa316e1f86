// @ts-check
// The chart of a review: the server draws it, once for a desktop and once for a phone; one walks along it.

import { all, first } from "../../web/static/dom.js";

const SVG = "http://www.w3.org/2000/svg";
const KINDS = /** @type {const} */ (["wide", "narrow"]);
/** @type {Record<string, string>} */
const shown = {};

/**
 * Put the charts into the page, where they have changed.
 * @param {{ wide?: string, narrow?: string }} charts
 */
export function putCharts(charts) {
  for (const kind of KINDS) {
    const chart = charts[kind] ?? "";
    if (shown[kind] === chart) continue;
    shown[kind] = chart;
    first(`[data-chart=${kind}]`).innerHTML = chart;
  }
}

/**
 * Mark in the charts where in the game one is.
 * @param {number} decision
 */
export function markPlace(decision) {
  for (const chart of all("svg.chart", document, SVGElement)) {
    const { left = "0", span = "0", last = "1" } = chart.dataset;
    const x = Number(left) + (Number(span) * decision) / Math.max(1, Number(last));
    chart.querySelector(".chart-cursor")?.remove();
    const cursor = document.createElementNS(SVG, "path");
    cursor.setAttribute("class", "chart-cursor");
    const height = Number(chart.getAttribute("viewBox")?.split(" ")[3]);
    cursor.setAttribute("d", `M${x} 4V${height - 4}`);
    chart.insertBefore(cursor, chart.querySelector(".chart-point"));
    for (const point of all(".chart-point", chart, SVGElement)) {
      point.classList.toggle("is-chosen", Number(point.dataset.point) === decision);
    }
  }
}

/**
 * Hear of the decisions at which somebody points in the charts.
 * @param {(decision: number) => void} heard
 */
export function bindCharts(heard) {
  /** @param {PointerEvent} event */
  const follow = (event) => {
    const chart = event.target instanceof Element ? event.target.closest("svg.chart") : null;
    if (!(chart instanceof SVGElement)) return;
    const box = chart.getBoundingClientRect();
    const width = Number(chart.getAttribute("viewBox")?.split(" ")[2]);
    const x = ((event.clientX - box.left) / box.width) * width;
    const { left = "0", span = "1", last = "1" } = chart.dataset;
    heard(Math.round(((x - Number(left)) / Number(span)) * Number(last)));
  };
  for (const chart of all("[data-chart]")) {
    chart.addEventListener("pointerdown", follow);
    chart.addEventListener("pointermove", (event) => {
      if (event.buttons) follow(event);
    });
  }
}
