// An editor of a JSON text, which shows the position of a fault while a person types.

import { make, makeButton, setAttribute, setText, visible } from "./dom.js";
import { findFault, parse, pretty } from "./json.js";
import { MarkedArea, place } from "./marked-area.js";

/** Marks the first fault of a text in its field, and returns a sentence about it; an empty text if it is JSON. */
export function checkJSON(field) {
  const fault = findFault(field.value);
  field.mark(fault?.offset);
  return fault ? `${place(field.value, fault.offset)}: ${fault.sentence}.` : "";
}

/** `hand` has `set` for a value and `end`, or `store` for a text: a promise, which may fail with the `offset` of a fault. */
export class JSONEditor {
  #hand;
  #shown = "";
  #latest = "";
  #field;
  #fault = make("p.fault-position", { "aria-live": "polite" });
  #store;
  #refusal;

  constructor(label, hand) {
    this.#hand = hand;
    this.#field = new MarkedArea({
      label: `${label} as JSON`, oninput: () => this.#type(), onkeydown: (event) => this.#press(event),
    });
    this.#store = makeButton("Store", () => this.#send());
    this.element = make("div.editor", this.#field.element, this.#fault, this.#store);
  }

  get isHeld() {
    return this.#field.value !== this.#shown;
  }

  show(value, _, isDisabled) {
    setAttribute(this.#field.area, "readonly", isDisabled);
    this.#latest = value === undefined ? "" : visible(pretty(value));
    if (!this.isHeld) this.#replace();
    this.#check();
  }

  #replace() {
    this.#shown = this.#latest;
    if (this.#field.value !== this.#shown) this.#field.value = this.#shown;
  }

  #type() {
    this.#refusal = undefined;
    this.#check();
  }

  #check() {
    if (this.#refusal && this.isHeld) return this.#disable(false);
    const text = this.isHeld ? checkJSON(this.#field) : "";
    const isOther = this.isHeld && this.#latest !== this.#shown;
    setText(this.#fault, text || (isOther ? "Others have changed this in the meantime. Escape shows what is stored now." : ""));
    this.#disable(text !== "" || !this.isHeld);
  }

  #disable(isDisabled) {
    this.#store.disabled = isDisabled || this.#field.area.readOnly;
  }

  #press(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "Escape" && this.isHeld) {
      event.stopPropagation();
      this.#replace();
      this.#type();
    }
  }

  async #send() {
    if (this.#store.disabled) return;
    const text = this.#field.value;
    if (this.#hand.store) {
      try {
        await this.#hand.store(text);
      } catch (error) {
        return this.#refuse(error);
      }
    } else {
      this.#hand.set(parse(text));
    }
    this.#shown = text;
    this.#check();
    this.#hand.end();
  }

  // The typed text stays.
  #refuse({ message, offset }) {
    this.#refusal = message;
    setText(this.#fault, offset === undefined ? message : `${place(this.#field.value, offset)}: ${message}`);
    if (offset !== undefined) this.#field.goTo(offset);
  }
}
