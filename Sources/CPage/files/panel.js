import { make, makeButton, setText } from "./dom.js";

/** The details of one item of the list. The button and Escape call `close`. */
export class Panel {
  #title = make("h2");
  #close;
  element;

  constructor(label, close, ...children) {
    this.#close = makeButton("×", () => close(), { label: "Close the details" });
    this.element = make("aside", {
      id: "details", label, hidden: true,
      onkeydown: (event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      },
    }, make("header", this.#title, this.#close), ...children);
  }

  /** Shows the details under a title; without one, hides them. */
  show(title) {
    this.element.hidden = title === undefined;
    setText(this.#title, title ?? "");
  }

  focus() {
    this.#close.focus();
  }
}
