// The time-out of an operation that waits.

import { check } from "./encoding.js";

/** The longest time of a timer, in milliseconds. A longer time-out is none. */
const longest = 2 ** 31 - 1;

export class Deadline {
  isOver = false;
  #timer;
  #fail;

  /** `passed` is called after `timeout` milliseconds. */
  constructor(timeout, passed) {
    check(timeout >= 0, "a time-out must be a number of milliseconds");
    const expire = () => {
      this.isOver = true;
      this.#fail?.();
      passed();
    };
    if (timeout <= longest) this.#timer = setTimeout(expire, timeout);
  }

  /** Returns the result of a promise; fails with an error if it does not arrive in time. */
  race(promise, error) {
    const passed = this.isOver ? Promise.reject(error) : new Promise((_, reject) => (this.#fail = () => reject(error)));
    return Promise.race([promise, passed]);
  }

  clear() {
    clearTimeout(this.#timer);
  }
}
