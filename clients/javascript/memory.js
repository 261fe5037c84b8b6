// When the values file is written.

import { program } from "./node.js";
import { ValuesFile } from "./values-file.js";

/** The pause between a change and the writing of the file, in milliseconds. */
const pause = 1_000;

export class Memory {
  #file;
  #entries;
  #timer;
  #write = () => this.write();

  /** `entries` returns the values of the program. */
  constructor(path, report, entries) {
    this.#file = new ValuesFile(path, report);
    this.#entries = entries;
  }

  /** Returns the last known value of a key, or of a flag in a context; undefined if there is none. */
  take(key, context) {
    return this.#file.take(key, context);
  }

  /** Notes that a value has changed. The file is written soon, at the latest when the process ends. */
  noteChange() {
    if (this.#timer) return;
    this.#timer = setTimeout(this.#write, pause);
    this.#timer.unref();
    program.once("exit", this.#write);
  }

  /** Writes the file if a value has changed. */
  write() {
    if (!this.#timer) return;
    this.#timer = clearTimeout(this.#timer);
    program.off("exit", this.#write);
    this.#file.write(this.#entries());
  }

  /** Keeps the file as it is: the values are those of a world. */
  discard() {
    this.#timer = clearTimeout(this.#timer);
    program.off("exit", this.#write);
  }
}
