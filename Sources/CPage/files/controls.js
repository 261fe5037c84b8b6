// One control for each kind of tunable. A control has `element`, `show(value, spec, isDisabled)`, and `isHeld` while a
// person uses it, when other values do not move it.

import { make, makeButton, makeMenu, setAttribute, setText, visible } from "./dom.js";
import * as durations from "./durations.js";
import { Field, NumberField, SecretField } from "./fields.js";
import { isEqual, number, show, typeOf } from "./json.js";
import { Slider } from "./slider.js";

/** Whether a field of one line can show a text: it would remove line breaks. */
const isLine = (text) => !/[\n\r]/.test(text) && visible(text) === text;

export function kind({ spec, value }) {
  if (spec?.["x-secret"]) return "secret";
  const type = spec?.type ?? typeOf(value ?? spec?.default ?? "");
  if (spec?.enum && type !== "array" && type !== "object") return "choice";
  if (type === "integer" || type === "number") return "number";
  if (type === "string" && (spec?.format === "color" || spec?.format === "duration")) return spec.format;
  return type === "string" && !isLine(String(value ?? "")) ? "lines" : type;
}

/** Whether a control can stay: it is of the wanted kind, or a person has typed a text into it that is not sent. */
export function canStay(control, shown, wanted) {
  const isText = (kind) => kind === "string" || kind === "lines";
  return shown === wanted || (isText(shown) && isText(wanted) && control.isHeld);
}

/** Makes the control of a kind. `hand` has `set` for a value, `move` for one of many on the way, and `end`. */
export function makeControl(kind, key, hand) {
  switch (kind) {
    case "number": return new NumberControl(key, hand);
    case "boolean": return new Switch(key, hand);
    case "choice": return new Choice(key, hand);
    case "color": return new Color(key, hand);
    case "duration": return new Field(key, hand, { read: durations.typed, write: durations.shown });
    case "secret": return new SecretField(key, hand);
    case "string": return new Field(key, hand);
    default: return new Summary(key, hand);
  }
}

class NumberControl {
  #slider;
  #field;
  #unit = make("span.unit");

  constructor(key, hand) {
    this.#slider = new Slider(key, { ...hand, move: (value) => this.#move(hand, value) });
    this.#field = new NumberField(key, hand);
    this.element = make("div.number", { onkeydown: (event) => this.#press(event) }, this.#slider.element, this.#field.element, this.#unit);
  }

  get isHeld() {
    return this.#slider.isHeld || this.#field.isHeld;
  }

  // A digit on the slider begins a number in the field: the browser types into the element that has the focus now.
  #press(event) {
    if (event.target !== this.#slider.element || event.ctrlKey || event.metaKey || event.altKey || !/^[\d.-]$/.test(event.key)) return;
    event.stopPropagation();
    this.#field.element.focus();
    this.#field.element.select();
  }

  #move(hand, value) {
    hand.move(value);
    this.#field.put(value);
  }

  show(value, spec, isDisabled) {
    const known = spec ?? { type: "number" };
    this.#slider.show(number(value ?? 0), known, isDisabled);
    this.#field.show(value, known, isDisabled);
    setText(this.#unit, known.unit ?? "");
  }
}

class Switch {
  isHeld = false;
  #isOn = false;

  constructor(key, hand) {
    this.element = makeButton("", () => {
        if (this.element.ariaDisabled !== "true") hand.set(!this.#isOn);
      }, { class: "switch", role: "switch", label: key });
  }

  show(value, _, isDisabled) {
    this.#isOn = value === true;
    setAttribute(this.element, "aria-checked", String(this.#isOn));
    setAttribute(this.element, "aria-disabled", isDisabled && "true");
  }
}

class Choice {
  isHeld = false;
  #values = [];

  constructor(key, hand) {
    this.element = makeMenu(key, () => hand.set(this.#values[this.element.value]));
  }

  show(value, spec, isDisabled) {
    const values = spec.enum;
    if (this.#values !== values) {
      this.#values = values;
      this.element.replaceChildren(...values.map((one, index) => make("option", { value: index }, show(one))));
    }
    this.element.selectedIndex = values.findIndex((one) => isEqual(one, value));
    this.element.disabled = isDisabled;
  }
}

/** A swatch that opens the browser's picker, the text, and a slider of the transparency if the color has one. */
class Color {
  #field;
  #swatch;
  #text = "";
  #isPicking = false;

  constructor(key, hand) {
    this.#field = new Field(key, hand, { class: "field color" });
    this.#swatch = make("input", {
      type: "color", label: `${key}, picker`,
      oninput: () => {
        this.#isPicking = true;
        hand.move(this.#swatch.value.toUpperCase() + this.#text.slice(7));
      },
      onchange: () => {
        this.#isPicking = false;
        hand.end();
      },
    });
    this.element = make("div.color", this.#swatch, this.#field.element);
  }

  get isHeld() {
    return this.#isPicking || this.#field.isHeld;
  }

  show(value, spec, isDisabled) {
    this.#text = String(value ?? "#000000");
    this.#field.show(value, spec, isDisabled);
    this.#swatch.disabled = isDisabled;
    if (!this.#isPicking) this.#swatch.value = this.#text.slice(0, 7).toLowerCase();
    this.#swatch.style.opacity = this.#text.length === 9 ? parseInt(this.#text.slice(7), 16) / 255 : "";
  }
}

/** The JSON of a list, an object or a text that needs escapes, in a line that opens the details. */
class Summary {
  isHeld = false;

  constructor(key, hand) {
    this.element = makeButton("", () => hand.open(), { class: "summary", label: `Edit ${key}` });
  }

  show(value) {
    setText(this.element, show(JSON.stringify(value)));
  }
}
