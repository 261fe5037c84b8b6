// The small line behind a number: its last two minutes.

import { setAttribute } from "./dom.js";

const window = 120_000;
/** The size of the drawing, which CSS stretches to the size of the element. The border leaves room for the width of the line. */
const width = 100, height = 20, border = 2;

export const makeShape = (name, attributes) => {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, value);
  return shape;
};

/** Makes the element of a line. It is no canvas: a browser composes each canvas of a page separately, in each frame. */
export function makeLine() {
  const svg = makeShape("svg", { class: "line", "aria-hidden": "true", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" });
  svg.append(makeShape("path", { "vector-effect": "non-scaling-stroke" }));
  return svg;
}

/** Draws the points of a series up to a time. Between two points, the value is that of the first. */
export function drawLine(svg, points, now) {
  let first = points.length - 1;
  while (first > 0 && points[first].time > now - window) first -= 1;
  const shown = points.slice(Math.max(0, first));
  let low = Infinity, high = -Infinity;
  for (const { value } of shown) {
    // NaN is no value, and a comparison with it is false.
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const x = ({ time }) => Math.round(Math.max(0, 1 - (now - time) / window) * width);
  const y = (value) => Math.round((height - border - ((value - low) / (high - low || 1)) * (height - 2 * border)) * 10) / 10;
  const hasLine = shown.length > 1;
  setAttribute(svg, "hidden", !hasLine);
  setAttribute(svg.firstChild, "d", hasLine && path(shown, x, y));
}

/** Returns the path of points. Of the points in one column, it has the lowest, the highest and the last one. */
function path(points, x, y) {
  let text = "", before = NaN, index = 0;
  while (index < points.length) {
    const column = x(points[index]);
    let low = Infinity, high = -Infinity, last;
    for (; index < points.length && x(points[index]) === column; index += 1) {
      last = points[index].value;
      if (last < low) low = last;
      if (last > high) high = last;
    }
    const hadValue = !Number.isNaN(before);
    if (hadValue) text += `H${column}`;
    if (low <= high) text += `${hadValue ? "V" : `M${column} `}${y(low)}`;
    if (low < high) text += `V${y(high)}`;
    if (last < high) text += `V${y(last)}`;
    before = last;
  }
  return Number.isNaN(before) ? text : `${text}H${width}`;
}
