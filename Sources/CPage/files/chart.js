// The view of the chart: up to eight keys over time, from the history of the daemon and then live.

import { chartKeys, most, tooMany } from "./chart-keys.js";
import { Plot } from "./chart-plot.js";
import { indexBefore, roomFor, shownTime } from "./chart-scale.js";
import { make, makeButton, makeTitles, on, setAttribute, setText } from "./dom.js";
import { matches } from "./groups.js";
import { number, show, typeOf } from "./json.js";
import { Picker } from "./picker.js";
import { preference, remember } from "./preferences.js";

const windows = { "1 min": 60_000, "5 min": 300_000, "15 min": 900_000, "1 h": 3_600_000, "6 h": 21_600_000, all: Infinity };
const shortest = 1_000, longest = 366 * 86_400_000;
const limited = (span) => Math.min(longest, Math.max(shortest, span));
/** The change of the time span with one press of a key, and the part of it that an arrow key moves. */
const zoomStep = 1.5, moveStep = 0.1;
/** The way of a pointer that is a drag, and the way of the cursor with one press of a key, in pixels. */
const dragStart = 4, cursorStep = 8;
const laneHeight = 56;
/** The commits of one call, and the wait before the table changes, in milliseconds. */
const pageSize = 1_000, tablePause = 150;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

const isNumeric = ({ value, spec }) => typeOf(value ?? spec?.default) === "number";
const withUnit = (value, spec) => (spec?.unit && value !== undefined ? `${show(value)} ${spec.unit}` : show(value));
const rounded = (value) => (Number.isNaN(value) ? "–" : String(Number.isInteger(value) ? value : Number(value.toPrecision(7))));
const lineName = (key, text = key) => make("span.line-name", { title: key, "data-color": chartKeys.colors.get(key) }, text);

export class ChartView {
  #page;
  #window = preference("window", "5 min");
  #span;
  /** The end of a chart that is paused; one that follows the time has none. */
  #end;
  #cursor;
  #drag;
  #frame;
  #timer;
  #tableTimer;
  #colors;
  /** How far back the points of all keys are known, as in `past` of the values, from which it was copied. */
  #past;
  #copied;
  #isReading = false;
  #rows = new Map();

  #canvas = make("canvas", { role: "img" });
  #plot = new Plot(this.#canvas);
  #box = make("div.box");
  #area = make("div.plot", { tabindex: 0, role: "group", label: "Chart: arrow keys move the time, plus and minus zoom, Home and End go to the ends, Space pauses, Shift and an arrow key move the cursor" }, this.#canvas, this.#box);
  #table = make("tbody");
  #legend;
  #empty = make("div.none");
  #pause = makeButton("", () => this.#togglePause(), { class: "pause" });
  #windows = Object.keys(windows).map((name) => makeButton(name, () => this.#choose(name)));
  #picker = new Picker("Add a key", (text) => this.#find(text), (key) => this.#add(key));
  element;

  constructor(page) {
    this.#page = page;
    this.#legend = make("table.legend", make("thead", makeTitles("Key", "Now", "Lowest", "Highest", "Last change", "")), this.#table);
    this.element = make("main.chart",
      make("div.tools", this.#picker.element, make("div.segments", { role: "group", label: "Time span" }, ...this.#windows), this.#pause),
      this.#area, this.#empty, this.#legend);
    this.#listen();
    this.#choose(this.#window);
    this.#arrange();
  }

  load() {
    this.#wake();
  }

  focusSearch() {
    this.#picker.field.focus();
  }

  #listen() {
    const { daemon, values } = this.#page, area = this.#area;
    const wake = () => this.#wake(), arrange = () => this.#arrange();
    on(values, "keys", () => this.#offer());
    on(values, "keys values", wake);
    on(chartKeys, "changed", arrange);
    on(daemon, "online", wake);
    new ResizeObserver(wake).observe(this.#canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", arrange);
    // Paper is white.
    for (const [event, scheme] of [["beforeprint", "light"], ["afterprint", ""]]) {
      addEventListener(event, () => {
        document.documentElement.style.colorScheme = scheme;
        this.#colors = undefined;
        if (this.element.isConnected) this.#draw();
      });
    }
    on(area, "pointermove", (event) => this.#point(event));
    on(area, "pointerdown", (event) => this.#press(event));
    on(area, "pointerup", () => this.#release());
    on(area, "pointercancel", () => this.#cancel());
    // A finger that is lifted leaves the cursor.
    on(area, "pointerleave", ({ pointerType }) => pointerType === "touch" || this.#moveCursor());
    on(area, "dblclick", () => this.#choose(this.#window));
    on(area, "wheel", (event) => this.#turn(event), { passive: false });
    addEventListener("keydown", (event) => this.#pressKey(event));
  }

  // MARK: The keys

  #find(text) {
    const { colors } = chartKeys;
    if (colors.size >= most) return tooMany;
    const found = [...this.#page.values.all.values()].filter((one) => isNumeric(one) && !colors.has(one.key) && matches(one, text));
    return found.length > 0 ? found.map(({ key, value, spec }) => ({ key, text: withUnit(value, spec) })) : "No key with a number matches.";
  }

  #add(key) {
    const fault = chartKeys.add(key);
    if (fault) this.#page.say(fault);
  }

  #arrange() {
    // Older commits of a new key are not known yet.
    this.#copied = this.#colors = undefined;
    const keys = [...chartKeys.colors.keys()];
    for (const key of this.#rows.keys()) {
      if (!keys.includes(key)) this.#rows.delete(key);
    }
    for (const key of keys) {
      if (!this.#rows.has(key)) this.#rows.set(key, this.#makeRow(key));
    }
    this.#table.replaceChildren(...[...this.#rows.values()].map(({ element }) => element));
    this.#legend.hidden = this.#area.hidden = keys.length === 0;
    this.#empty.hidden = keys.length > 0;
    this.#offer();
    this.#wake();
  }

  #makeRow(key) {
    const cells = Array.from({ length: 4 }, () => make("td"));
    const name = lineName(key);
    const remove = makeButton("×", () => {
      chartKeys.remove(key);
      (this.#table.querySelector("button") ?? this.#picker.field).focus();
    }, { label: `Remove ${key} from the chart` });
    return { element: make("tr", make("th", { scope: "row" }, name), ...cells, make("td", remove)), cells, name };
  }

  // An empty chart offers the keys that changed last.
  #offer() {
    if (this.#empty.hidden) return;
    const tunables = [...this.#page.values.all.values()].filter(isNumeric).sort((one, other) => (other.time ?? 0) - (one.time ?? 0)).slice(0, most);
    const buttons = tunables.map(({ key }) => makeButton(key, () => this.#add(key), { class: "chip" }));
    this.#empty.replaceChildren(buttons.length > 0 ? "Choose the keys to draw, for example:" : "No key has a number yet. Type: tunerctl set ui.scale 1.5", make("div.chips", ...buttons));
  }

  // MARK: The time

  // While the daemon does not respond, nobody knows the values.
  #now() {
    const { daemon } = this.#page;
    return daemon.isOnline ? Date.now() : daemon.since;
  }

  #range() {
    const end = this.#end ?? this.#now();
    const span = this.#span === Infinity ? limited(roomFor(end - this.#oldest())) : this.#span;
    return { start: end - span, end, span };
  }

  #oldest() {
    return Math.min(this.#now(), ...this.#lines().map(({ points }) => points[1]?.time ?? Infinity));
  }

  /** Shows the time until now. */
  #choose(name) {
    this.#window = name in windows ? name : "5 min";
    remember("window", this.#window);
    this.#show(windows[this.#window]);
  }

  /** Shows a time span up to an end; without an end, or if it is in the future, the chart follows the time. */
  #show(span, end) {
    this.#span = span === Infinity ? span : limited(span);
    this.#end = end < this.#now() ? end : undefined;
    for (const button of this.#windows) setAttribute(button, "aria-pressed", String(windows[button.textContent] === span));
    this.element.classList.toggle("paused", this.#end !== undefined);
    setText(this.#pause, this.#end === undefined ? "Pause" : "Resume");
    this.#wake();
  }

  #togglePause() {
    this.#show(this.#span, this.#end === undefined ? this.#now() - 1 : undefined);
  }

  #move(part) {
    const { span, end } = this.#range();
    this.#show(span, end + part * span);
  }

  /** Zooms around a time; a chart that follows the time keeps its end. */
  #zoom(factor, time) {
    const { span, end } = this.#range(), next = limited(span * factor);
    this.#show(next, this.#end && time + ((end - time) * next) / span);
  }

  // MARK: Pointer and keyboard

  #place(event) {
    return event.clientX - this.#canvas.getBoundingClientRect().left;
  }

  #press(event) {
    if (event.button !== 0) return;
    this.#area.setPointerCapture(event.pointerId);
    const x = this.#place(event);
    this.#drag = { ...this.#range(), x, time: this.#plot.time(x), isPan: event.pointerType === "touch" || event.shiftKey };
  }

  #point(event) {
    const x = this.#place(event), drag = this.#drag;
    if (drag && (drag.isMoving ||= Math.abs(x - drag.x) >= dragStart)) {
      if (drag.isPan) this.#show(drag.span, drag.end - (x - drag.x) * this.#plot.step);
      else drag.selected = [drag.time, this.#plot.time(x)].sort((one, other) => one - other);
    }
    this.#moveCursor(x);
  }

  #release() {
    const [start, end] = this.#drag?.selected ?? [];
    this.#drag = undefined;
    if (start < end) this.#show(end - start, Math.min(end, this.#now() - 1));
  }

  #cancel() {
    this.#drag = undefined;
    this.#moveCursor();
  }

  #turn(event) {
    event.preventDefault();
    const { deltaX, deltaY } = event, lines = event.deltaMode === 1 ? 20 : 1;
    if (Math.abs(deltaX) > Math.abs(deltaY)) this.#move((deltaX * lines) / this.#canvas.clientWidth);
    else this.#zoom(zoomStep ** ((deltaY * lines) / 100), this.#plot.time(this.#place(event)));
  }

  #pressKey(event) {
    const { target, key, shiftKey } = event;
    if (!this.element.isConnected || event.ctrlKey || event.metaKey || event.altKey || (target !== this.#area && target !== document.body)) return;
    const { start, end, span } = this.#range(), middle = (start + end) / 2;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (way && shiftKey) this.#moveCursor(Math.max(0, Math.min(this.#plot.x(end), (this.#cursor ?? Infinity) + way * cursorStep)), this.#end !== undefined);
    else if (way) this.#move(way * moveStep);
    else if (key === "+" || key === "=") this.#zoom(1 / zoomStep, middle);
    else if (key === "-") this.#zoom(zoomStep, middle);
    else if (key === "Home") this.#show(span, this.#oldest() + 0.95 * span);
    else if (key === "End") this.#show(this.#span);
    else if (key === " ") this.#togglePause();
    else if (key === "Escape") this.#cancel();
    else return;
    event.preventDefault();
  }

  /** Moves the cursor; without a place, it disappears. A screen reader reads the box while nothing else moves it. */
  #moveCursor(x, isRead = false) {
    this.#cursor = x;
    setAttribute(this.#box, "aria-live", isRead ? "polite" : "off");
    this.#wake();
  }

  // MARK: Drawing

  #wake() {
    clearTimeout(this.#timer);
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      if (!this.element.isConnected || this.#area.hidden) return;
      this.#draw();
      // A chart that follows the time moves by whole pixels.
      if (this.#end !== undefined || !this.#page.daemon.isOnline) return;
      const step = Math.max(this.#plot.step, reducedMotion.matches ? 1_000 : 0);
      this.#timer = setTimeout(() => this.#wake(), step < 20 ? 0 : step - (Date.now() % step));
    });
  }

  #draw() {
    const { start, end } = this.#range(), { ownRevisions, world } = this.#page.daemon;
    this.#colors ??= this.#readColors();
    const lines = this.#lines();
    const cursor = this.#cursor && this.#plot.time(this.#cursor) - this.#plot.step / 2;
    this.#plot.draw({ lines, start, end, colors: this.#colors, cursor, selected: this.#drag?.selected, isOther: ({ revision }) => !world && !ownRevisions.has(revision) });
    this.#area.style.minHeight = this.#plot.areLanes ? `${lines.length * laneHeight}px` : "";
    this.#showBox();
    this.#tableTimer ??= setTimeout(() => this.#describe(), tablePause);
    this.#readPast(start);
  }

  #lines() {
    const { all, series } = this.#page.values;
    return [...chartKeys.colors.keys()].map((key) => {
      const { value, spec } = all.get(key) ?? {};
      // The history has no change of this key.
      const constant = () => [{ time: -Infinity, value: typeOf(value) === "number" ? number(value) : NaN }];
      return { key, name: key.split(".").at(-1), spec, unit: spec?.unit, color: this.#colors?.lines.get(key), points: series.get(key) ?? constant() };
    });
  }

  #readColors() {
    const { color: text, borderTopColor: grid, caretColor: accent, backgroundColor: back, fontFamily: font } = getComputedStyle(this.#canvas);
    return { text, grid, accent, back, font, lines: new Map([...this.#rows].map(([key, { name }]) => [key, getComputedStyle(name).color])) };
  }

  // Reads a page of older commits if the chart reaches further back than the values do.
  async #readPast(start) {
    const { daemon, values } = this.#page;
    if (this.#isReading || !values.past || !daemon.isOnline) return;
    if (this.#copied !== values.past) this.#copied = this.#past = values.past;
    const past = this.#past;
    if (past.isComplete || (past.time <= start && this.#span !== Infinity)) return;
    this.#isReading = true;
    let read = { ...past, isComplete: true };
    try {
      const { commits } = await daemon.call("tunables.history", { match: [...chartKeys.colors.keys()], limit: pageSize, before: past.revision });
      read = values.addPast(commits, pageSize);
    } catch (error) {
      // The next connection reads again.
      if (daemon.isOnline) this.#page.say(error.message);
    }
    if (this.#past === past) this.#past = read;
    this.#isReading = false;
    this.#wake();
  }

  /** Returns who made a change, and when. */
  #change(point) {
    if (point?.revision === undefined) return "";
    const { ownRevisions, world } = this.#page.daemon;
    const client = ownRevisions.has(point.revision) ? "this page" : (point.actor?.client ?? (world ? "this world" : "several clients"));
    return `${client}, ${shownTime(point.time)}`;
  }

  #showBox() {
    const box = this.#box, plot = this.#plot;
    box.hidden = this.#cursor === undefined;
    if (box.hidden) return;
    const time = plot.time(this.#cursor), x = plot.x(time - plot.step / 2);
    const rows = plot.lines.map(({ key, name, spec, points }) => {
      const point = points[indexBefore(points, time)];
      const value = Number.isNaN(point?.value ?? NaN) ? "–" : withUnit(point.exact ?? point.value, spec);
      return make("tr", make("th", { scope: "row" }, lineName(key, name)), make("td", value), make("td.quiet", this.#change(point)));
    });
    box.replaceChildren(shownTime(time), make("table", ...rows));
    const room = this.#canvas.clientWidth - box.offsetWidth;
    box.style.transform = `translateX(${Math.max(0, Math.min(room, x > this.#canvas.clientWidth / 2 ? x - box.offsetWidth - 12 : x + 12))}px)`;
  }

  #describe() {
    this.#tableTimer = undefined;
    const texts = this.#plot.lines.map(({ key, low, high, points }) => {
      const { value, spec } = this.#page.values.all.get(key) ?? {};
      const shown = [withUnit(value, spec), rounded(low), rounded(high), this.#change(points.at(-1))];
      this.#rows.get(key)?.cells.forEach((cell, index) => setText(cell, shown[index]));
      return `${key} ${shown[0]}, from ${shown[1]} to ${shown[2]}`;
    });
    const { start, end } = this.#range();
    setAttribute(this.#canvas, "aria-label", `Chart from ${shownTime(start)} to ${shownTime(end)}: ${texts.join("; ")}`);
  }
}
