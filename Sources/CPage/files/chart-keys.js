// The keys of the chart. This browser remembers them.

import { preference, remember } from "./preferences.js";

export const most = 8;
export const tooMany = `A chart has at most ${most} keys. Remove a key first.`;

/** Event: "changed". Each key has the number of a color, which it keeps while others come and go. */
class ChartKeys extends EventTarget {
  colors = new Map(preference("chart", []));

  /** Adds a key, and returns the reason why that is not possible. */
  add(key) {
    if (this.colors.has(key)) return undefined;
    if (this.colors.size >= most) return tooMany;
    const used = new Set(this.colors.values());
    let color = 0;
    while (used.has(color)) color += 1;
    this.colors.set(key, color);
    this.#store();
    return undefined;
  }

  remove(key) {
    this.colors.delete(key);
    this.#store();
  }

  #store() {
    remember("chart", [...this.colors]);
    this.dispatchEvent(new Event("changed"));
  }
}

export const chartKeys = new ChartKeys();
