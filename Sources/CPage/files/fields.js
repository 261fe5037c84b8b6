// Fields that a person types into: Enter, or leaving the field, sends; Escape takes back.

import { makeField, on, setAttribute, visible } from "./dom.js";
import { number, parse, typedNumber, write } from "./json.js";
import { Range } from "./numbers.js";
import { factor, steps } from "./slider.js";

/**
 * A line of text. `read` makes the value of the typed text, and `write` the text of a value. A text with line breaks or hidden
 * characters cannot be changed here.
 */
export class Field {
  #hand;
  #read;
  #write;
  #shown = "";
  #isOther = false;

  constructor(label, hand, { read = (text) => text, write: text = write, ...attributes } = {}) {
    this.#hand = hand;
    this.#read = read;
    this.#write = text;
    this.element = makeField(label, {
      autocomplete: "off", spellcheck: "false", dir: "auto",
      onkeydown: (event) => this.press(event),
      onblur: () => this.#leave(),
      ...attributes,
    });
  }

  /** Whether the person has typed a text that is not sent. */
  get isHeld() {
    return this.element.value !== this.#shown;
  }

  show(value, _, isDisabled) {
    if (!this.isHeld) this.put(value);
    setAttribute(this.element, "readonly", isDisabled || this.#isOther);
    setAttribute(this.element, "title", this.#isOther && "The text has line breaks or hidden characters. Change it as JSON in the details.");
  }

  put(value) {
    const text = value === undefined ? "" : this.#write(value), shown = visible(text);
    if (this.element.value !== shown) this.element.value = shown;
    // A browser removes line breaks.
    this.#shown = this.element.value;
    this.#isOther = this.#shown !== text;
  }

  press(event) {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      this.#send();
      this.element.select();
    } else if (event.key === "Escape" && this.isHeld) {
      this.element.value = this.#shown;
      event.stopPropagation();
    }
  }

  #leave() {
    this.#send();
    this.#hand.end();
  }

  #send() {
    if (!this.isHeld || this.element.readOnly) return;
    const text = this.element.value;
    this.#shown = text;
    this.#hand.set(this.#read(text));
  }
}

function parsed(text) {
  try {
    return parse(text);
  } catch {
    // The daemon explains what is wrong with a text.
    return text;
  }
}

/** A secret value, which the daemon does not send to the page: what a person types here replaces it. */
export class SecretField extends Field {
  #isText = true;

  constructor(label, hand) {
    super(label, hand, { read: (text) => (this.#isText ? text : parsed(text)), type: "password", autocomplete: "new-password" });
  }

  show(value, spec, isDisabled) {
    this.#isText = spec.type === "string";
    super.show(undefined, spec, isDisabled);
    setAttribute(this.element, "placeholder", value === undefined ? "" : "secret");
  }
}

/** A number, with arrow keys; the wheel moves it only while it has the focus. */
export class NumberField extends Field {
  #hand;
  #value;
  #spec = {};

  constructor(label, hand) {
    // The daemon explains what is wrong with a text.
    super(label, hand, { read: (text) => typedNumber(text) ?? text, inputmode: "decimal", role: "spinbutton" });
    this.#hand = hand;
    // The browser asks the page before it scrolls over an element that listens to the wheel.
    const turn = (event) => this.#turn(event);
    on(this.element, "focus", () => on(this.element, "wheel", turn, { passive: false }));
    on(this.element, "blur", () => this.element.removeEventListener("wheel", turn));
  }

  show(value, spec, isDisabled) {
    super.show(value, spec, isDisabled);
    this.#value = number(value);
    this.#spec = spec;
    setAttribute(this.element, "aria-valuenow", this.#value);
    setAttribute(this.element, "aria-valuemin", spec.minimum ?? spec.exclusiveMinimum);
    setAttribute(this.element, "aria-valuemax", spec.maximum ?? spec.exclusiveMaximum);
  }

  press(event) {
    const count = event.key.startsWith("Arrow") && !/Left|Right/.test(event.key) ? steps(event) : undefined;
    if (count === undefined) return super.press(event);
    event.preventDefault();
    this.#move(count);
  }

  #turn(event) {
    if (this.element.readOnly) return;
    event.preventDefault();
    this.#move((event.deltaY < 0 ? 1 : -1) * factor(event));
  }

  #move(count) {
    if (this.element.readOnly || !Number.isFinite(this.#value)) return;
    const typed = typedNumber(this.element.value);
    const from = typed === undefined ? this.#value : number(typed);
    const value = new Range(this.#spec, from).moved(from, count);
    this.#value = value;
    this.#hand.move(value);
    this.put(value);
  }
}
