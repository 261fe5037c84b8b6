// A bar for each job: its progress, the best values so far, a chart of the numbers, and the result.

import { make, makeButton, setAttribute, setText } from "./dom.js";
import { show, write } from "./json.js";
import { makeShape } from "./line.js";
import { plural } from "./words.js";

/** How long a page that is opened later shows a result, in milliseconds. */
const resultTime = 3_600_000;

const digits = (number, count = 5) => String(Number(number.toPrecision(count)));

function sentence({ client, kind, title, state, done, total }) {
  const end = /found|none/.test(state) ? "finished" : state, progress = total ? `${done} of ${total}` : plural(done, "run");
  return `${client} ${kind} ${title}: ${state === "running" ? progress : end}.`;
}

function facts({ state, before, best, a, b, low, high, message }) {
  const side = (name, { name: file, median } = {}) => median !== undefined && `${name} (${file}) ${digits(median)}`;
  const gain = Math.abs((best - before) / before) * 100, hasBest = best !== undefined && state !== "none";
  return [
    side("A", a), side("B", b), hasBest && `best ${digits(best)}`, hasBest && gain > 0 && gain < Infinity && `${digits(gain, 3)} % better than ${digits(before)}`,
    low !== undefined && `${a ? "B - A" : "gain"} ${digits(low)} to ${digits(high)} (95 % interval)`, message,
  ].filter(Boolean).join(" · ");
}

/** Draws lists of numbers as lines, all on one scale. */
function draw(svg, lists) {
  const all = lists.flat(), low = Math.min(...all), high = Math.max(...all);
  const place = (number, index, { length }) => `${(index / (length - 1)) * 100} ${19 - ((number - low) / (high - low || 1)) * 18}`;
  svg.replaceChildren(...lists.map((list) => makeShape("path", { d: list.length > 1 ? `M${list.map(place).join("L")}` : "", "vector-effect": "non-scaling-stroke" })));
  setAttribute(svg, "hidden", all.length <= lists.length);
  setAttribute(svg, "aria-label", `The measured numbers, from ${digits(low)} to ${digits(high)}`);
}

class JobBar {
  #job;
  #sentence = make("b");
  #facts = make("span", { dir: "auto" });
  #progress = make("progress");
  #chart = makeShape("svg", { role: "img", viewBox: "0 0 100 20", preserveAspectRatio: "none" });
  #values = make("code", { dir: "auto" });
  #copy;
  #close;

  constructor(say, close) {
    this.#copy = makeButton("Copy", () => navigator.clipboard.writeText(write(this.#job.values)).then(() => say("Copied the values."), () => say("The browser does not allow this page to copy.")));
    this.#close = makeButton("Close", close);
    this.element = make("div", make("p", this.#sentence, " ", this.#facts), this.#progress, this.#chart, this.#values, this.#copy, this.#close);
  }

  update(job) {
    const { title, state, done, total, metric, values, points, a, b } = (this.#job = job);
    setText(this.#sentence, sentence(job));
    setText(this.#facts, facts(job));
    setAttribute(this.element, "title", metric);
    this.#close.hidden = !(this.#progress.hidden = state !== "running");
    setAttribute(this.#progress, "max", total);
    setAttribute(this.#progress, "value", total && done);
    draw(this.#chart, a && b ? [a.points, b.points] : [points]);
    const text = Object.entries(values ?? {}).map(([key, value]) => `${key}=${show(value)}`).join(" ");
    setText(this.#values, text);
    setAttribute(this.#values, "title", text);
    this.#values.hidden = this.#copy.hidden = text === "";
    setAttribute(this.#progress, "aria-label", `Progress of ${title}`);
    setAttribute(this.#copy, "aria-label", `Copy the values of ${title} as JSON`);
    setAttribute(this.#close, "aria-label", `Close ${title}`);
  }
}

export class JobBars {
  #say;
  #room;
  #bars = new Map();
  #closed = new Set();

  constructor(say, room) {
    this.#say = say;
    this.#room = room;
  }

  /** Shows jobs. A bar that stays keeps the focus; a result stays until a person closes it. */
  show(jobs) {
    const before = this.#bars;
    this.#bars = new Map();
    for (const job of jobs.reverse()) {
      const id = `${job.job} ${job.started}`, known = before.get(id);
      if (this.#closed.has(id) || !(known || !job.ended || Date.now() - Date.parse(job.ended) < resultTime)) continue;
      const bar = known ?? new JobBar(this.#say, () => {
        this.#closed.add(id);
        bar.element.remove();
      });
      bar.update(job);
      before.delete(id);
      this.#bars.set(id, bar);
      if (!known) this.#room.prepend(bar.element);
      else if (job.ended && !known.hasEnded) this.#say(sentence(job));
      bar.hasEnded = job.ended;
    }
    for (const { element } of before.values()) element.remove();
  }
}
