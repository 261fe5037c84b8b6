// Functions that wait until something has happened.

import { failure } from "./errors.js";

export class Waiting {
  /** How often the program has closed the connection. */
  closings = 0;
  #resolves = [];

  /** Waits until a condition is true. Fails if the program closes the connection. */
  async until(isTrue) {
    const { closings } = this;
    while (!isTrue()) {
      await new Promise((resolve) => this.#resolves.push(resolve));
      if (closings === this.closings) continue;
      throw failure("notConnected", "The program has closed the connection. No value was changed.");
    }
  }

  /** Checks all conditions again. */
  wake() {
    for (const resolve of this.#resolves.splice(0)) resolve();
  }
}
