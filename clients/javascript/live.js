// The live values of a program.

import { checkFunction, checked, isEqual } from "./declarations.js";

/** A live value: a tunable or a flag. */
export class Live {
  isUnread = false;
  #owner;
  #value;
  #observers = new Set();

  /** `owner` has the functions of the tuner that its values need. */
  constructor(owner, members) {
    Object.assign(this, members);
    this.#owner = owner;
    this.#value = this.default;
  }

  get value() {
    if (this.isUnread) this.#noteRead();
    return this.#value;
  }

  #noteRead() {
    this.isUnread = false;
    this.#owner.noteRead(this);
  }

  // These functions need no `this`, so that a program can pass them to other libraries.
  get = () => this.value;

  onChange = (observer) => {
    checkFunction(observer);
    const entry = { observer };
    this.#observers.add(entry);
    return () => this.#observers.delete(entry);
  };

  subscribe = (observer) => {
    const end = this.onChange(observer);
    this.#owner.faults.attempt(this.key, () => observer(this.value));
    return end;
  };

  async *[Symbol.asyncIterator]() {
    let isNew = true, wake;
    const end = this.onChange(() => ((isNew = true), wake?.()));
    const release = this.#owner.hold();
    try {
      for (;;) {
        if (!isNew) await new Promise((resolve) => (wake = resolve));
        isNew = false;
        yield this.value;
      }
    } finally {
      end();
      release();
    }
  }

  #call(method, params) {
    return this.#owner.call(`${this.family}.${method}`, { key: this.key, ...params });
  }

  async set(value, options) {
    return this.#call("set", { value: checked(value), ...options });
  }

  reset() {
    return this.#call("reset");
  }

  toggle(options) {
    return this.context ? this.set(!this.value, options) : this.#call("toggle", options);
  }

  details() {
    return this.context ? this.#call("evaluate", { context: this.merged }) : this.#call("describe");
  }

  /** Stores a value of the daemon; undefined if it has none. Returns whether the value has changed. */
  store(value) {
    let next = this.default, isSame, text;
    try {
      if (value === undefined || this.fits(value)) next = value ?? next;
      else text = JSON.stringify(value).slice(0, 64).toWellFormed();
      isSame = isEqual(next, this.#value);
    } catch {
      // JavaScript cannot compare what is nested too deep.
      [next, text] = [this.default, "nested too deep"];
      isSame = next === this.#value;
    }
    this.refusal = text && `${this.key} is ${text}, which does not fit its declaration`;
    if (text) this.#owner.faults.report(this.refusal, this.key);
    // A tunable keeps its last value that fits, and a flag has its default.
    if (isSame || (text && !this.context)) return false;
    this.#value = next;
    return (this.isUnread = true);
  }

  notify() {
    for (const entry of [...this.#observers]) {
      if (this.#observers.has(entry)) this.#owner.faults.attempt(this.key, () => entry.observer(this.value));
    }
  }
}
