// The searches and comparisons that programs report. Their bars are loaded with the first one.

import { make, on, oneAtATime } from "./dom.js";

export class Jobs {
  #page;
  #bars;
  element = make("section.bars", { id: "jobs", label: "Searches" });
  // A daemon of an earlier version has no jobs.
  load = oneAtATime(() => this.#read());

  constructor(page) {
    this.#page = page;
    on(page.access, "server", ({ detail }) => detail.jobs !== undefined && this.load());
  }

  async #read() {
    const { jobs } = await this.#page.daemon.call("jobs.list");
    if (jobs.length > 0) this.#bars ??= new (await import("./job-bars.js")).JobBars(this.#page.say, this.element);
    this.#bars?.show(jobs);
  }
}
