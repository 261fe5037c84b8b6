// The head of the page: whether the daemon responds, and what limits it.

import { make, makeButton, on, setAttribute, setText } from "./dom.js";
import { isEqual } from "./json.js";
import { span } from "./words.js";

export class Status {
  #daemon;
  #access;
  #say;
  #shown = [];
  #dot = make("span.dot", { "aria-hidden": "true" });
  #text = make("span.state");
  element = make("p", { id: "status", role: "status" }, this.#dot, this.#text);
  banner = make("div", { id: "banner", role: "status", hidden: true });

  constructor(daemon, access, say) {
    this.#say = say;
    this.#daemon = daemon;
    this.#access = access;
    on(daemon, "state", () => this.#update());
    on(access, "changed", () => this.#update());
    setInterval(() => this.#update(), 1_000);
    this.#update();
  }

  #update() {
    const { isOnline, isLate, reason, since, obstacle } = this.#daemon;
    const isWell = isOnline && !isLate;
    document.documentElement.dataset.online = isWell;
    setText(this.#text, isWell ? "connected" : `not connected for ${span(Date.now() - since)}: ${reason}`);
    setAttribute(this.element, "title", isWell ? undefined : reason);
    this.#warn(this.#warnings());
    for (const button of this.banner.querySelectorAll("button")) {
      button.disabled = obstacle !== undefined;
      setAttribute(button, "title", obstacle);
    }
  }

  // Only another sentence is read aloud, and a button keeps the focus.
  #warn(warnings) {
    if (isEqual(warnings, this.#shown)) return;
    this.#shown = warnings;
    this.banner.hidden = warnings.length === 0;
    setAttribute(this.banner, "data-kind", this.#access.storage.ok ? "limited" : "fault");
    this.banner.replaceChildren(...warnings.map(({ sentence, lift }) => make("p", sentence, lift && makeButton("Lift", () => this.#lift(lift), { label: `Lift the kill switch for ${lift.join(", ")}` }))));
  }

  async #lift(match) {
    try {
      await this.#daemon.call("flags.killSwitch", { on: false, match });
    } catch (error) {
      this.#say(error.message);
    }
  }

  #warnings() {
    const { limited, storage } = this.#access;
    const all = limited.by.map(({ source, match, reason }) => {
      const keys = match.length === 1 && match[0] === "*" ? "All keys" : match.join(", ");
      const by = source === "manual" ? "a kill switch" : `the kill switch of ${source.replace("layer:", "the layer ")}`;
      const sentence = `${keys}: limited to defaults by ${by}${reason ? ` (${reason})` : ""}.`;
      return { sentence, lift: source === "manual" ? match : undefined };
    });
    if (!storage.ok) all.unshift({ sentence: `The daemon cannot write to its disk: ${storage.error}.` });
    return all;
  }
}
