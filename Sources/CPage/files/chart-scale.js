// The arithmetic of the chart: what a column of pixels shows, scales and ticks.

import { nice } from "./numbers.js";

/** The changes of one client that are less columns apart have one mark. */
const markGap = 20;
/** The largest number of an axis: a multiple of its difference to its opposite is finite. */
const largest = 3e307;
const second = 1_000, minute = 60 * second, day = 1_440 * minute;
/** The units of the time axis, in seconds. */
const timeUnits = [0.01, 0.1, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_419_200, 7_862_400, 31_536_000];

// NaN is no value, and a comparison with it is false.
const lower = (one, other) => (other < one || Number.isNaN(one) ? other : one);
const higher = (one, other) => (other > one || Number.isNaN(one) ? other : one);

/** Returns the index of the last point before a time, or -1. */
export function indexBefore(points, time) {
  let low = 0, high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].time < time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Reduces points up to an end to what columns of pixels show, each `step` milliseconds wide. Columns count from the epoch,
 * so a point keeps its column while the chart moves. `first` is the first column.
 *
 * `start` is the value before the columns; `isOld` tells that it is the value before the first known change. `columns` are
 * those with changes, as {place, low, high, last}. `low` and `high` are those of all. `marks` are the changes of others, as
 * {place, end, value}; many changes of one client are one.
 */
export function reduce(points, first, end, step, isOther) {
  let index = indexBefore(points, first * step), column, mark;
  const start = points[index]?.value ?? NaN;
  const line = { start, isOld: index === 0, low: start, high: start, columns: [], marks: [] };
  while (++index < points.length) {
    const point = points[index], { time, value } = point;
    if (time > end) break;
    const place = Math.floor(time / step) - first;
    if (column?.place !== place) line.columns.push((column = { place, low: value, high: value, last: value }));
    column.low = lower(column.low, value);
    column.high = higher(column.high, value);
    column.last = value;
    line.low = lower(line.low, value);
    line.high = higher(line.high, value);
    if (!isOther(point)) continue;
    const client = point.actor?.client;
    if (mark && mark.client === client && place - mark.end < markGap) mark.end = place;
    else line.marks.push((mark = { place, end: place, value, client }));
  }
  return line;
}

/**
 * Returns the scale of an axis with about `count` ticks, {low, high, unit}: the present one while the values fit and use a
 * fourth of it.
 */
export function fitted(present, low, high, count) {
  if (!(low <= high)) return present ?? { low: 0, high: 1, unit: 1 };
  const bottom = Math.max(low, -largest), top = Math.min(high, largest), size = Math.max(Math.abs(bottom), Math.abs(top));
  const span = top - bottom || size / 5 || 1;
  if (present?.count === count && bottom >= present.low && top <= present.high && span * 4 >= present.high - present.low) return present;
  // A double has no more digits than the second number allows.
  const unit = Math.max(nice(Math.max((2.4 * span) / count, 1e-300)), size * 1e-12);
  const room = (span - (top - bottom)) / 2, part = unit / 4;
  return { low: Math.floor((bottom - room) / part) * part, high: Math.ceil((top + room) / part) * part, unit, count };
}

/**
 * Returns whether lines need an axis each: their units differ, or the range of one is small beside that of all. Lines that
 * are apart stay apart a little longer.
 */
export function needLanes(lines, areApart) {
  const known = lines.filter(({ low, high }) => low <= high);
  const span = Math.max(...known.map(({ high }) => high)) - Math.min(...known.map(({ low }) => low));
  // The room of a constant is a part of its value.
  const isApart = ({ unit, low, high }) => unit !== known[0].unit || Math.max(high - low, Math.abs(high) / 5) < span / (areApart ? 4 : 12);
  return known.length > 1 && known.some(isApart);
}

/** Returns the multiples of a unit in a range. */
export function ticks(low, high, unit, offset = 0) {
  const first = Math.ceil((low - offset) / unit), last = Math.floor((high - offset) / unit);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * unit + offset);
}

const format = (options) => new Intl.DateTimeFormat(undefined, options);
const clock = { hour: "2-digit", minute: "2-digit" };
const days = format({ month: "short", day: "numeric" }), minutes = format(clock), seconds = format({ ...clock, second: "2-digit" });
const fractions = format({ ...clock, second: "2-digit", fractionalSecondDigits: 2 });

/** Returns a time for people, with the date if that is not today. */
export const shownTime = (time) => (new Date(time).toDateString() === new Date().toDateString() ? "" : `${days.format(time)}, `) + seconds.format(time);

/** Returns about `count` ticks of a time axis, as {time, text}: whole units of the local time. */
export function timeTicks(start, end, count) {
  const unit = (timeUnits.find((one) => (end - start) / one / second <= count) ?? timeUnits.at(-1)) * second;
  const offset = new Date(end).getTimezoneOffset() * minute;
  const formatOf = (time) => ((time - offset) % day === 0 && unit >= minute ? days : unit < second ? fractions : unit < minute ? seconds : minutes);
  return ticks(start, end, unit, offset).map((time) => ({ time, text: formatOf(time).format(time) }));
}

/** Returns a longer time span. It grows in steps, so that a scale stays for some time. */
export const roomFor = (span) => Math.max(minute, 1.25 ** Math.ceil(Math.log(span) / Math.log(1.25)));
