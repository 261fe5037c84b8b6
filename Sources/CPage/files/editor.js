// An editor of a list or an object, as JSON. It shows the position of a fault while a person types.

import { make, setAttribute, setText } from "./dom.js";
import { findFault, parse } from "./json.js";

/** Returns a sentence about the first fault of a text; an empty text if it is JSON. */
function faultText(text) {
  const fault = findFault(text);
  if (!fault) return "";
  const before = text.slice(0, fault.offset).split("\n");
  return `Line ${before.length}, column ${before.at(-1).length + 1}: ${fault.sentence}.`;
}

export class JSONEditor {
  #hand;
  #shown = "";
  #area;
  #fault = make("p", { class: "fault-position", "aria-live": "polite" });
  #store;

  constructor(key, hand) {
    this.#hand = hand;
    this.#area = make("textarea", {
      "aria-label": `${key} as JSON`, rows: 8, spellcheck: "false", dir: "ltr",
      oninput: () => this.#check(), onkeydown: (event) => this.#press(event),
    });
    this.#store = make("button", { type: "button", onclick: () => this.#send() }, "Store");
    this.element = make("div", { class: "editor" }, this.#area, this.#fault, this.#store);
  }

  get isHeld() {
    return this.#area.value !== this.#shown;
  }

  show(value, _, isDisabled) {
    setAttribute(this.#area, "readonly", isDisabled);
    if (!this.isHeld) {
      this.#shown = value === undefined ? "" : JSON.stringify(value, null, 2);
      this.#area.value = this.#shown;
    }
    this.#check();
  }

  #check() {
    const text = this.isHeld ? faultText(this.#area.value) : "";
    setText(this.#fault, text);
    this.#store.disabled = text !== "" || !this.isHeld || this.#area.readOnly;
  }

  #press(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "Escape" && this.isHeld) {
      event.stopPropagation();
      this.#area.value = this.#shown;
      this.#check();
    }
  }

  #send() {
    if (this.#store.disabled) return;
    this.#shown = this.#area.value;
    this.#hand.set(parse(this.#area.value));
    this.#hand.end();
  }
}
