// The live values of a program.

import { checkFunction, checked, isEqual } from "./declarations.js";
import { check } from "./encoding.js";

/** The most characters of a reason in a report. */
const longestReason = 1_000;

/** A live value: a tunable or a flag. */
export class Live {
  isUnread = false;
  #owner;
  #value;
  /** Why the value of the daemon does not fit; undefined if it fits. */
  #misfit;
  /** Why the program does not use the present value. */
  #refusal;
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

  #call(method, { timeout, ...params } = {}) {
    return this.#owner.call(`${this.family}.${method}`, { key: this.key, ...params }, { timeout });
  }

  async set(value, options) {
    return this.#call("set", { value: checked(value), ...options });
  }

  reset(options) {
    return this.#call("reset", options);
  }

  toggle(options) {
    return this.context ? this.set(!this.value, options) : this.#call("toggle", options);
  }

  details() {
    return this.context ? this.#call("evaluate", { context: this.merged }) : this.#call("describe");
  }

  /** Why the program does not use the value of the daemon; undefined if it does. */
  get refusal() {
    return this.#misfit ?? this.#refusal;
  }

  refuse(reason) {
    check(!this.context, "a program can refuse the value of a tunable only");
    check(typeof reason === "string" && reason !== "", "a reason must be a text");
    this.#refusal = reason.slice(0, longestReason).toWellFormed();
    this.#owner.noteRefusal();
  }

  /** Uses the last known value of an earlier run. */
  recall(value) {
    if (value === undefined || !this.fits(value)) return;
    this.#keep(value);
    this.#value = value;
  }

  // What the values file stores.
  #keep(value) {
    this.received = value;
    this.receivedIn = this.merged;
  }

  /** Stores a value of the daemon; undefined if it has none. Returns whether the value has changed. */
  store(value) {
    let next = this.default, isSame, text;
    this.#keep(value);
    try {
      if (value === undefined || this.fits(value)) next = value ?? next;
      else text = JSON.stringify(value).slice(0, 64).toWellFormed();
      isSame = isEqual(next, this.#value);
    } catch {
      // JavaScript cannot compare what is nested too deep.
      [next, text] = [this.default, "nested too deep"];
      isSame = next === this.#value;
    }
    this.#misfit = text && `${this.key} is ${text}, which does not fit its declaration`;
    if (text) this.#owner.faults.report(this.#misfit, this.key);
    // A tunable keeps its last value that fits, and a flag has its default.
    if (isSame || (text && !this.context)) return false;
    this.#value = next;
    this.#refusal = undefined;
    return (this.isUnread = true);
  }

  notify() {
    const failed = this.context ? undefined : (reason) => this.refuse(reason);
    for (const entry of [...this.#observers]) {
      if (this.#observers.has(entry)) this.#owner.faults.attempt(this.key, () => entry.observer(this.value), failed);
    }
  }
}
