// The head of the page: whether the daemon responds, and what limits it.

import { make, setAttribute, setText } from "./dom.js";

/** Returns "12 s", "3 min" or "2 h" for a time in milliseconds. */
export function span(time) {
  const seconds = Math.max(0, Math.round(time / 1_000));
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** Returns the text of the time that is left until a time in UTC, such as "42 s". */
export const timeLeft = (end) => span(Date.parse(end) - Date.now());

/** The dot, the reason why the daemon does not respond, and the banner of the kill switches. */
export class Status {
  #daemon;
  #access;
  #dot = make("span", { class: "dot", "aria-hidden": "true" });
  #text = make("span", { class: "state" });
  element = make("p", { id: "status", role: "status" }, this.#dot, this.#text);
  banner = make("div", { id: "banner", role: "status" });

  constructor(daemon, access) {
    this.#daemon = daemon;
    this.#access = access;
    daemon.addEventListener("state", () => this.#update());
    access.addEventListener("changed", () => this.#update());
    setInterval(() => this.#update(), 1_000);
    this.#update();
  }

  #update() {
    const { isOnline, isLate, reason, since } = this.#daemon;
    const isWell = isOnline && !isLate;
    document.documentElement.dataset.online = isWell;
    setText(this.#text, isWell ? "connected" : `not connected for ${span(Date.now() - since)}: ${reason}`);
    const sentences = isOnline ? this.#sentences() : [];
    this.banner.hidden = sentences.length === 0;
    const text = sentences.join(" ");
    setText(this.banner, text);
    setAttribute(this.banner, "data-kind", this.#access.storage.ok ? "limited" : "fault");
  }

  #sentences() {
    const { limited, storage } = this.#access;
    const all = limited.by.map(({ source, match, reason }) => {
      const keys = match.length === 1 && match[0] === "*" ? "All keys" : match.join(", ");
      const by = source === "manual" ? "a kill switch" : `the kill switch of ${source.replace("layer:", "the layer ")}`;
      return `${keys}: limited to defaults by ${by}${reason ? ` (${reason})` : ""}.`;
    });
    if (!storage.ok) all.unshift(`The daemon cannot write to its disk: ${storage.error}.`);
    return all;
  }
}
