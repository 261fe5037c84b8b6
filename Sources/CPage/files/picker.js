// A field that finds keys, and a list to choose from.

import { make, setAttribute } from "./dom.js";

const longest = 50;

/** `find` returns the keys for a text, as {key, text}, or a sentence instead. `pick` is called with a key. */
export class Picker {
  #find;
  #pick;
  #chosen;
  #list = make("ul", { role: "listbox", id: "picker", label: "Keys", hidden: true });
  field;
  element;

  constructor(label, find, pick) {
    this.#find = find;
    this.#pick = pick;
    const open = () => this.#open();
    this.field = make("input", {
      type: "search", role: "combobox", placeholder: label, label, "aria-controls": "picker", autocomplete: "off",
      "aria-expanded": "false", oninput: open, onclick: open, onblur: () => this.#close(), onkeydown: (event) => this.#press(event),
    });
    this.element = make("div.picker", this.field, this.#list);
    // The field keeps the focus.
    this.#list.onmousedown = (event) => event.preventDefault();
  }

  #open() {
    const found = this.#find(this.field.value.trim());
    const options = typeof found === "string" ? [] : found.slice(0, longest);
    const note = options.length === 0 ? found : found.length > longest && `and ${found.length - longest} more: type a part of the key`;
    this.#list.replaceChildren(
      ...options.map(({ key, text }, index) => make("li", { role: "option", id: `picker-${index}`, onclick: () => this.#choose(key) }, make("span", key), make("span.quiet", text))),
      ...(note ? [make("li.quiet", note)] : []));
    this.#show(true);
    this.#mark(this.#list.querySelector("[role]"));
  }

  #close() {
    this.#show(false);
    this.#mark(undefined);
  }

  #show(isOpen) {
    this.#list.hidden = !isOpen;
    setAttribute(this.field, "aria-expanded", String(isOpen));
  }

  #mark(option) {
    if (this.#chosen) setAttribute(this.#chosen, "aria-selected", "false");
    this.#chosen = option;
    setAttribute(this.field, "aria-activedescendant", option?.id);
    if (!option) return;
    setAttribute(option, "aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
  }

  #choose(key) {
    this.field.value = "";
    this.#close();
    this.#pick(key);
  }

  #press(event) {
    const next = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (next) {
      event.preventDefault();
      const option = this.#chosen?.[next];
      if (this.#list.hidden) this.#open();
      else if (option?.role) this.#mark(option);
    } else if (event.key === "Enter") {
      this.#chosen?.click();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.field.value = "";
      this.#close();
    }
  }
}
