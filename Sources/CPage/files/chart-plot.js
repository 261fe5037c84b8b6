// Draws the chart on a canvas. All sizes are in CSS pixels.

import { fitted, needLanes, reduce, ticks, timeTicks } from "./chart-scale.js";
import { withoutNoise } from "./numbers.js";

/** The borders, and the room that a tick needs. */
const left = 54, top = 10, below = 24, tickWidth = 92, tickHeight = 44;
const lineWidth = 2, markSize = 4, barHeight = 3, barAlpha = 0.45, nameHeight = 15;

const numbers = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 12 });

export class Plot {
  /** The reduced lines, with the lowest and the highest value of each. */
  lines = [];
  areLanes = false;
  /** The time of one pixel, in milliseconds. */
  step = 1;

  #canvas;
  #context;
  #colors;
  #scales = new Map();
  #first = 0;
  #end = 0;
  #right = 0;
  #bottom = 0;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
  }

  /** Returns the end of the time that a pixel shows. */
  time(x) {
    const time = (this.#first + Math.round(Math.max(left, x)) - left + 1) * this.step;
    return Math.min(this.#end, time);
  }

  x(time) {
    return Math.min(this.#right, Math.max(left, left + Math.floor(time / this.step) - this.#first));
  }

  /**
   * Draws lines, {key, name, unit, color, points}, from `start` to `end`. The time `cursor` has a line. `selected` is two
   * times. `isOther` tells the points that have marks.
   */
  draw(view) {
    const { start, end, colors, cursor, selected, isOther } = view;
    if (!this.#resize()) return;
    this.#colors = colors;
    const count = this.#right - left;
    this.step = (end - start) / count;
    this.#first = Math.floor(end / this.step) - count + 1;
    this.#end = end;
    this.lines = view.lines.map((line) => ({ ...line, ...reduce(line.points, this.#first, end, this.step, isOther) }));
    const areLanes = needLanes(this.lines, this.areLanes);
    if (areLanes !== this.areLanes) {
      // Lanes need no room for names.
      this.areLanes = areLanes;
      return this.draw(view);
    }
    this.#fill(colors.back, 0, 0, this.#canvas.width, this.#canvas.height);
    this.#drawTimes();
    const lanes = this.#lanes();
    for (const lane of lanes) this.#drawNumbers(lane);
    for (const lane of lanes) {
      for (const [index, line] of lane.lines.entries()) {
        this.#drawLine(line, lane.y);
        this.#drawMarks(line, lane.y, lane.bottom + barHeight * index + 2);
      }
    }
    this.#drawNames(lanes);
    if (selected) {
      const [from, to] = selected.map((time) => this.x(time));
      this.#context.globalAlpha = 0.18;
      this.#fill(colors.accent, from, top, to - from, this.#bottom - top);
      this.#context.globalAlpha = 1;
    }
    if (cursor !== undefined) this.#fill(colors.text, this.x(cursor), top, 1, this.#bottom - top);
  }

  #resize() {
    const canvas = this.#canvas, { clientWidth, clientHeight } = canvas, scale = devicePixelRatio;
    const width = Math.round(clientWidth * scale), height = Math.round(clientHeight * scale);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
    this.#right = clientWidth - (this.areLanes || clientWidth < 560 ? 10 : 104);
    this.#bottom = clientHeight - below;
    return this.#right > left && this.#bottom > top;
  }

  #fill(color, x, y, width, height) {
    this.#context.fillStyle = color;
    this.#context.fillRect(x, y, width, height);
  }

  #text(text, color, x, y, align, room) {
    const context = this.#context;
    Object.assign(context, { font: `12px ${this.#colors.font}`, textAlign: align, textBaseline: "middle", fillStyle: color });
    context.fillText(text, x, y, room);
  }

  // Each lane keeps its scale while the values fit.
  #lanes() {
    const groups = this.areLanes ? this.lines.map((line) => [line]) : [this.lines];
    const height = (this.#bottom - top) / groups.length;
    return groups.map((lines, index) => {
      const name = this.areLanes ? lines[0].key : "";
      // The bars of the marks are below the lines.
      const upper = Math.round(top + index * height), bottom = Math.round(upper + height - barHeight * lines.length - 3);
      const room = bottom - upper - (this.areLanes ? 18 : 0);
      const known = lines.filter(({ low, high }) => low <= high);
      const low = Math.min(...known.map((line) => line.low)), high = Math.max(...known.map((line) => line.high));
      const scale = fitted(this.#scales.get(name), low, high, Math.max(2, Math.round(room / tickHeight)));
      this.#scales.set(name, scale);
      const factor = room / (scale.high - scale.low);
      return { lines, upper, bottom, scale, y: (value) => Math.round(bottom - (value - scale.low) * factor) };
    });
  }

  #drawTimes() {
    const { grid, text: color } = this.#colors;
    const start = this.#first * this.step, count = this.#right - left;
    for (const { time, text } of timeTicks(start, start + count * this.step, count / tickWidth)) {
      const x = this.x(time);
      this.#fill(grid, x, top, 1, this.#bottom - top);
      if (x < this.#canvas.clientWidth - 36) this.#text(text, color, x, this.#bottom + 13, "center");
    }
  }

  #drawNumbers({ scale: { low, high, unit }, y }) {
    for (const number of ticks(low, high, unit)) {
      this.#fill(this.#colors.grid, left, y(number), this.#right - left, 1);
      this.#text(numbers.format(withoutNoise(number)), this.#colors.text, left - 8, y(number), "end", left - 12);
    }
  }

  // All parts are horizontal or vertical, and rectangles are much quicker than paths. Those of neighbor columns touch.
  // Nobody knows since when the value before the first known change was there, so that part is thin.
  #drawLine({ start, isOld, columns, color }, y) {
    const context = this.#context;
    context.fillStyle = color;
    let value = start, from = left, width = isOld ? 1 : lineWidth;
    const hold = (x) => {
      if (x - from > 1 && !Number.isNaN(value)) context.fillRect(from, y(value) - 1, x - from, width);
    };
    for (const { place, low, high, last } of columns) {
      const x = left + place;
      hold(x);
      const upper = y(value > high ? value : high), lower = y(value < low ? value : low);
      if (upper <= lower) context.fillRect(x - 1, upper - 1, lineWidth, lower - upper + lineWidth);
      value = last;
      from = x;
      width = lineWidth;
    }
    hold(this.#right);
  }

  // A triangle at the first change, and a bar at the bottom until the last one.
  #drawMarks({ marks, color }, y, bottom) {
    const context = this.#context;
    context.fillStyle = color;
    for (const { place, end, value } of marks) {
      const x = left + place, tip = y(value) - 3;
      context.beginPath();
      context.moveTo(x, tip);
      context.lineTo(x - markSize, tip - 7);
      context.lineTo(x + markSize, tip - 7);
      context.fill();
      if (end <= place) continue;
      context.globalAlpha = barAlpha;
      context.fillRect(x, bottom, end - place + 1, barHeight - 1);
      context.globalAlpha = 1;
    }
  }

  // The names are in their lanes, or at the ends of the lines, moved apart.
  #drawNames(lanes) {
    if (this.areLanes) {
      for (const { lines: [{ key, color }], upper } of lanes) this.#text(key, color, left + 6, upper + 9, "start");
      return;
    }
    const room = this.#canvas.clientWidth - this.#right - 12;
    if (room < nameHeight) return;
    const [{ lines, y }] = lanes;
    const names = lines.map(({ name, color, start, columns }) => ({ name, color, y: y(columns.at(-1)?.last ?? start) })).filter((one) => one.y > 0).sort((one, other) => one.y - other.y);
    let limit = 0;
    for (const one of names) limit = one.y = Math.max(one.y, limit + nameHeight);
    limit = this.#bottom + nameHeight;
    for (const one of names.reverse()) {
      limit = one.y = Math.min(one.y, limit - nameHeight);
      this.#text(one.name, one.color, this.#right + 8, one.y, "start", room);
    }
  }
}
