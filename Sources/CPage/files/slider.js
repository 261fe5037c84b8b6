// A slider. Shift moves finely, Alt coarsely; Escape during a drag takes it back.

import { make, on, setAttribute } from "./dom.js";
import { Range } from "./numbers.js";

const fine = 0.1, coarse = 10;

/** Returns the factor of a key or pointer event: 1, or less with Shift, or more with Alt. */
export const factor = (event) => (event.shiftKey ? fine : event.altKey ? coarse : 1);

/** Returns the number of steps that a key moves a value; undefined if the key moves none. */
export function steps(event) {
  if (event.ctrlKey || event.metaKey) return undefined;
  const count = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key];
  return count && count * factor(event);
}

export class Slider {
  /** Whether a person drags, so that no other value may move it. */
  isHeld = false;

  #hand;
  #value = 0;
  #spec;
  #range;
  #isDisabled = false;
  #mark = make("div.mark");
  #track = make("div.track", make("div.fill"), this.#mark, make("div.thumb"));

  constructor(label, hand) {
    this.#hand = hand;
    this.element = make(
      "div",
      {
        class: "slider", role: "slider", tabindex: 0, label,
        onpointerdown: (event) => this.#grab(event),
        onkeydown: (event) => this.#press(event),
        onblur: () => this.#hand.end(),
      },
      this.#track,
    );
  }

  show(value, spec, isDisabled) {
    this.#isDisabled = isDisabled;
    setAttribute(this.element, "aria-disabled", isDisabled && "true");
    setAttribute(this.element, "tabindex", isDisabled ? -1 : 0);
    if (this.#spec !== spec) {
      this.#spec = spec;
      this.#range = undefined;
    }
    if (!this.isHeld) this.#put(value);
  }

  #put(value) {
    this.#value = value;
    if (!this.#range || (this.#range.isOpen && !this.#range.has(value) && !this.isHeld)) this.#measure(value);
    this.#place(this.#track, value);
    setAttribute(this.element, "aria-valuenow", value);
    setAttribute(this.element, "aria-valuetext", this.#spec.unit && `${value} ${this.#spec.unit}`);
  }

  #measure(value) {
    this.#range = new Range(this.#spec, value);
    setAttribute(this.element, "aria-valuemin", this.#range.isOpen ? undefined : this.#range.low);
    setAttribute(this.element, "aria-valuemax", this.#range.isOpen ? undefined : this.#range.high);
    const standard = this.#spec.default;
    this.#mark.hidden = typeof standard !== "number" || !this.#range.has(standard);
    if (!this.#mark.hidden) this.#place(this.#mark, standard);
  }

  #place(element, value) {
    element.style.setProperty("--position", `${this.#range.position(value) * 100}%`);
  }

  #move(value) {
    if (value === this.#value) return;
    this.#hand.move(value);
    this.#put(value);
  }

  #press(event) {
    if (this.#isDisabled) return;
    const count = steps(event);
    if (event.key === "Home" || event.key === "End") {
      if (this.#range.isOpen) return;
      this.#move(event.key === "Home" ? this.#range.value(0) : this.#range.value(1));
    } else if (count !== undefined) {
      this.#move(this.#range.moved(this.#value, count));
    } else {
      return;
    }
    event.preventDefault();
  }

  // A press beside the thumb moves it there. With Shift, the thumb moves a tenth as far as the pointer.
  #grab(event) {
    if (this.#isDisabled || event.button !== 0) return;
    event.preventDefault();
    this.element.focus();
    this.element.setPointerCapture(event.pointerId);
    this.isHeld = true;
    const before = this.#value;
    const box = this.#track.getBoundingClientRect();
    let position = this.#range.position(before), last = event.clientX;
    const drag = (moved) => {
      if (moved.shiftKey) position += ((moved.clientX - last) / box.width) * fine;
      else position = (moved.clientX - box.left) / box.width;
      last = moved.clientX;
      this.#move(this.#range.value(position));
    };
    const end = new AbortController();
    const release = () => {
      end.abort();
      this.isHeld = false;
      this.#hand.end();
    };
    const options = { signal: end.signal };
    on(this.element, "pointermove", drag, options);
    on(this.element, "pointerup", release, options);
    on(this.element, "pointercancel", release, options);
    const takeBack = (pressed) => {
      if (pressed.key !== "Escape") return;
      pressed.stopImmediatePropagation();
      this.#move(before);
      release();
    };
    on(this.element, "keydown", takeBack, options);
    drag(event);
  }
}
