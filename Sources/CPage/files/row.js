// A row of the list: one key with its control.

import { canStay, kind, makeControl } from "./controls.js";
import { make, makeButton, setAttribute, setText } from "./dom.js";
import { show } from "./json.js";
import { drawLine, makeLine } from "./line.js";
import { timeLeft } from "./words.js";

/** The time that the sentence about a refused value stays, in milliseconds. */
const faultTime = 12_000;

/** Returns the words of a badge for the origin of a value, the sentence behind them, and its kind if it is not a word. */
function badge(tunable, lock, attempt) {
  const { origin, spec, end } = tunable;
  if (origin === "limited") return ["limited", "A kill switch limits the key to its default."];
  if (lock) return [`locked: ${lock}`, `The layer ${lock} locks the key.`];
  if (spec?.readOnly) return ["read-only", "Only a layer sets this key."];
  if (end) return [`${attempt ? "try " : ""}${timeLeft(end)}`, `${attempt ? `${attempt.actor.client} tries this value` : "The value is temporary"}, until ${new Date(end).toLocaleTimeString()}.`, "temporary"];
  if (origin === "local") return ["set", "The value was set."];
  if (origin === "world") return ["world", "The value was set in this world."];
  if (origin?.startsWith("layer:")) return [origin.slice("layer:".length), `The value comes from the layer ${origin.slice(6)}.`];
  return origin === "default" ? ["default", "The value is the default of the declaration."] : ["no value", "The key has no value."];
}

/** Returns the elements of a key, of which the last word stands out. */
export function keyWords(key) {
  const end = key.lastIndexOf(".") + 1;
  return [make("span.words", key.slice(0, end)), make("span.word", key.slice(end))];
}

export const makeName = (key, onclick) => makeButton(keyWords(key), onclick, { class: "name" });

/** A row that can show why the daemon refused a change. */
export class FaultRow {
  #fault;
  #timer;

  get hasFault() {
    return this.#fault?.isConnected ?? false;
  }

  /** Shows a sentence, and the present value. */
  refuse(sentence, place = this.element) {
    this.clearFault();
    this.#fault = make("p.fault", { role: "alert" }, sentence);
    place.append(this.#fault);
    this.#timer = setTimeout(() => this.clearFault(), faultTime);
    this.update();
  }

  clearFault() {
    clearTimeout(this.#timer);
    this.#fault?.remove();
  }
}

export class Row extends FaultRow {
  #page;
  #control;
  #kind;
  #name;
  #origin = make("span.origin");
  #room = make("div.control");
  #line;
  #star;
  #reset;

  constructor(page, { key }) {
    super();
    this.#page = page;
    this.key = key;
    this.#name = makeName(key, () => page.open(key));
    this.#star = makeButton("★", () => page.toggleFavorite(key), { class: "star", label: `Favorite ${key}` });
    this.#reset = makeButton("↺", () => page.reset(key), { class: "reset", label: `Reset ${key}` });
    this.element = make(
      "div", { class: "row", onkeydown: (event) => this.#press(event) },
      this.#star, this.#name, this.#room, this.#origin, this.#reset,
    );
  }

  get isHeld() {
    return this.#control?.isHeld ?? false;
  }

  /** Shows the present value, unless a person's hand or an unanswered change decides. */
  update() {
    const tunable = this.#page.values.all.get(this.key);
    if (!tunable) return;
    this.#prepare(tunable);
    const obstacle = this.#page.access.obstacle(tunable);
    if (!this.#page.sender.isBusy(this.key)) {
      this.#control.show(tunable.value, tunable.spec, obstacle !== undefined);
    }
    this.#describe(tunable, obstacle);
    const points = this.#page.values.series.get(this.key);
    if (this.#line && points) drawLine(this.#line, points, Date.now());
  }

  focus() {
    (this.#room.querySelector("[tabindex='0'], input, button, select") ?? this.#name).focus();
  }

  // A declaration can change the kind of the control.
  #prepare(tunable) {
    const wanted = kind(tunable);
    if (canStay(this.#control, this.#kind, wanted)) return;
    this.#kind = wanted;
    this.#control = makeControl(wanted, this.key, this.#page.hand(this.key));
    this.#line = wanted === "number" ? makeLine() : undefined;
    if (this.#line) this.#control.element.append(this.#line);
    this.#room.replaceChildren(this.#control.element);
  }

  #describe(tunable, obstacle) {
    const { spec } = tunable;
    const [words, sentence, kind = words.split(":")[0]] = badge(tunable, this.#page.access.lock(tunable), tunable.end && this.#page.tries.of(this.key));
    setText(this.#origin, words);
    setAttribute(this.#origin, "title", sentence);
    setAttribute(this.#origin, "data-origin", kind);
    setAttribute(this.#name, "title", [spec?.title, spec?.description].filter(Boolean).join("\n"));
    setAttribute(this.element, "data-deprecated", spec?.deprecated === true);
    setAttribute(this.element, "data-limited", tunable.origin === "limited");
    setAttribute(this.element, "data-open", this.#page.opened === this.key);
    setAttribute(this.#room, "title", obstacle);
    setAttribute(this.#star, "aria-pressed", String(this.#page.favorites.has(this.key)));
    const canReset = obstacle === undefined && (tunable.origin === "local" || tunable.origin === "world");
    this.#reset.hidden = !canReset;
    setAttribute(this.#reset, "title", canReset && (spec?.default === undefined ? "Remove the value" : `Reset to ${show(spec.default)}`));
  }

  #press(event) {
    if (event.key === "Escape") this.clearFault();
  }
}

export class Heading {
  isHeld = false;
  #button;
  #count = make("span.count");

  constructor(page, item) {
    this.item = item;
    this.#button = makeButton([make("span.arrow", { "aria-hidden": "true" }, "▾"), item.name, this.#count], () => page.toggleGroup(this.item.path), { class: "group" });
    this.element = make("div.row.heading", this.#button);
  }

  update() {
    setAttribute(this.#button, "aria-expanded", String(!this.item.isClosed));
    setText(this.#count, String(this.item.count));
    this.element.style.setProperty("--depth", this.item.depth);
  }
}
