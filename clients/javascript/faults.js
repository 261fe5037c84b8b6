// Problems that a program can run with, and errors in its functions.

import { failure } from "./errors.js";

/** Calls a function of the program, which may be asynchronous. `fail` receives its error. */
function run(action, fail) {
  try {
    const result = action();
    if (typeof result?.then === "function") Promise.resolve(result).catch(fail);
  } catch (error) {
    fail(error);
  }
}

export class Faults {
  #reported = new Set();
  #receive;

  constructor(receive) {
    this.#receive = receive;
  }

  /** Reports a problem once. Two reports of the same problem have the same identity. */
  report(message, key, kind = "fault", identity = message) {
    if (this.#reported.has(identity)) return;
    if (this.#reported.size === 1_000) this.#reported.clear();
    this.#reported.add(identity);
    run(() => this.#receive(failure(kind, message, key)), console.error);
  }

  /** Calls a function of the program, which must not end the connection. `failed` receives the reason of a failure. */
  attempt(name, action, failed) {
    run(action, (error) => {
      const text = String(error?.stack ?? error);
      // The text of an error can name the value. So an error is the same one if its type and its place are.
      const place = text.match(/^ +at .*$/gm) ?? [];
      const identity = `${name} ${error?.name} ${place.join()}`;
      this.report(`a callback of ${name} failed: ${text}`, undefined, "fault", identity);
      failed?.(`a callback of ${name} failed: ${error}`);
    });
  }
}
