// A field for a longer text, which is as high as its text, and marks the place of a fault in it.

import { make, visible } from "./dom.js";

/** Returns the line and the column of an offset in a text, both from 1. */
export function place(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return `Line ${lines.length}, column ${[...lines.at(-1)].length + 1}`;
}

/** A text field above a copy of its text, in which a part can be marked. */
export class MarkedArea {
  #copy = make("pre", { "aria-hidden": "true" });
  #place;

  constructor({ oninput, ...properties }) {
    this.area = make("textarea", {
      spellcheck: "false", dir: "ltr", autocapitalize: "off", rows: 1, ...properties,
      oninput: () => {
        const { value, selectionEnd } = this.area;
        if (visible(value) !== value) {
          this.area.value = visible(value);
          this.area.selectionEnd = visible(value.slice(0, selectionEnd)).length;
        }
        this.mark();
        oninput();
      },
    });
    this.element = make("div.marked", this.#copy, this.area);
  }

  get value() {
    return this.area.value;
  }

  set value(text) {
    this.area.value = text;
    this.mark();
  }

  /** Marks what is at an offset; without one, nothing. */
  mark(offset) {
    const text = this.value;
    // The last space gives an empty last line its height.
    if (offset === undefined) return this.#copy.replaceChildren(`${text} `);
    const end = offset + (/^("([^"\\\n]|\\.)*"?|[\w.+-]+|.)/.exec(text.slice(offset))?.[0].length ?? 0);
    this.#place = make("mark", text.slice(offset, end) || " ");
    this.#copy.replaceChildren(text.slice(0, offset), this.#place, `${text.slice(end)} `);
  }

  goTo(offset) {
    this.mark(offset);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(offset, offset);
    this.#place.scrollIntoView({ block: "nearest" });
  }
}
