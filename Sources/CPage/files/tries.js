// The pending tries. Their bars are loaded with the first try.

import { make, on, oneAtATime } from "./dom.js";
import { isEqual } from "./json.js";

/** Event: "changed" when a try has begun, ended, or lost a change. */
export class Tries extends EventTarget {
  #page;
  #all = [];
  #bars;
  load = oneAtATime(() => this.#read());
  element = make("section.bars", { id: "tries", label: "Tries", "aria-live": "polite" });

  constructor(page) {
    super();
    this.#page = page;
    on(page.access, "server", ({ detail }) => {
      if (detail.tries !== undefined || this.#all.length > 0) this.load();
    });
    // No other notification says that a client has replaced a change of a try.
    on(page.values, "values", ({ detail }) => {
      if (this.#all.some(({ keys }) => keys.some((key) => detail.has(key) && this.of(key)))) this.load();
    });
  }

  /** Returns the try that has changed the value of a key; undefined if there is none, or if its change was replaced. */
  of(key) {
    return this.#all.find(({ keys, replaced }) => keys.includes(key) && !replaced?.some((change) => change.key === key));
  }

  async #read() {
    const { tries } = await this.#page.daemon.call("tunables.tries");
    const pending = tries.map(({ left, ...one }) => one);
    if (isEqual(pending, this.#all)) return;
    this.#bars ??= new (await import("./try-bars.js")).TryBars(this.#page, this.element, this.load);
    const ended = this.#all.filter((one) => !pending.some((other) => other.try === one.try));
    this.#all = pending;
    this.dispatchEvent(new Event("changed"));
    await this.#bars.show(pending, ended);
  }
}
