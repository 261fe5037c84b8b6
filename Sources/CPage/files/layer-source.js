// The source of one layer: what the program does that fetches the layer, and the buttons for it.

import { ask } from "./dialogs.js";
import { make, makeButton, setAttribute, setText } from "./dom.js";
import { plural, span } from "./words.js";

/** The activities during which a fetch has no outcome yet. */
const busy = ["fetching", "storing"];

const past = (time) => span(Date.now() - Date.parse(time));

/** Returns the times and the counts of a source, such as "last fetch 12 s ago · next in 17 s · 5 fetches · 1 change",
 * after the state of a rollout. */
function facts({ state, lastFetch, lastGood, next, fetches, changes, rejected, failed, failures, latency, rollout }) {
  const rest = Date.parse(next) - Date.now();
  return [
    rollout && `rollout ${rollout}`, !lastGood && "not fetched yet", lastFetch && `last fetch ${past(lastFetch)} ago`, failures > 0 && lastGood && `last good one ${past(lastGood)} ago`,
    state === "waiting" && next && (rest > 0 ? `next in ${span(rest)}` : "next now"), plural(fetches, "fetch", "fetches"),
    plural(changes, "change"), rejected > 0 && `${rejected} not usable`, failed > 0 && `${failed} failed`, latency !== undefined && `took ${latency} ms`,
  ].filter(Boolean).join(" · ");
}

/** Returns the sentence about the last fetch if it failed or its payload was not usable; undefined without an error. */
const fault = ({ error, failures }) => error && `${failures > 0 ? "The last fetch failed" : "The payload is not usable"}: ${error}`;

/** Returns the sentence about what has come of a request, and whether that is bad; undefined while there is no outcome. */
function outcome(before, source) {
  if (source.fetches <= before.fetches || busy.includes(source.state)) return undefined;
  if (source.failed > before.failed) return { text: `The fetch failed: ${source.error}`, isBad: true };
  if (source.rejected > before.rejected) return { text: `The payload was refused: ${source.error}`, isBad: true };
  if (source.changes === before.changes) return { text: "Fetched: unchanged." };
  return { text: `Fetched: new content${source.version ? `, version ${source.version}` : ""}.` };
}

/** The source of a layer. `request` calls a method for the layer. */
export class LayerSource {
  #name;
  #source;
  #request;
  /** The source before the last request, while that has no outcome. */
  #before;
  /** The number of fetches at the last sentence, which the next fetch makes old. */
  #fetches;
  #obstacle;
  #activity = make("span.badge");
  #facts = make("span.facts");
  #said = make("p.outcome", { role: "status" });
  #fault = make("p.bad", { dir: "auto" });
  #buttons;
  element;

  constructor(name, request) {
    this.#name = name;
    this.#request = request;
    this.#buttons = [
      makeButton("Fetch now", () => this.#fetch(), { label: `Fetch now: ${name}` }),
      makeButton("Reset last known good…", () => this.#reset(), { label: `Reset last known good: ${name}` }),
    ];
    this.element = make("div.source", this.#activity, this.#facts, make("span.buttons", ...this.#buttons), this.#said, this.#fault);
  }

  /** Whether a request has no outcome yet. */
  get isAwaited() {
    return this.#before !== undefined;
  }

  update(source) {
    this.#source = source;
    const result = this.#before && outcome(this.#before, source);
    if (result) {
      this.#before = undefined;
      this.#say(result.text, result.isBad);
    } else if (!this.#before && source.fetches > this.#fetches) {
      this.#say("");
    }
    setText(this.#activity, source.state);
    setAttribute(this.#activity, "data-kind", busy.includes(source.state) && "busy");
    setAttribute(this.#activity, "title", `${source.client}, process ${source.pid}: ${source.address}`);
    this.#showFault();
    this.count();
  }

  /** Shows the times again, which pass without a message. */
  count() {
    setText(this.#facts, facts(this.#source));
  }

  /** Waits for the outcome of a request; `before` is the source before it. */
  wait(before) {
    this.#before = before;
    this.#say("Requested…");
  }

  /** Disables the buttons for a reason; without one, enables them. */
  obstruct(reason) {
    for (const button of this.#buttons) setAttribute(button, "aria-disabled", reason && "true");
    if (reason && this.#before) this.#say("The connection was lost before the outcome.", true);
    else if (!reason && this.#obstacle) this.#say("");
    if (reason) this.#before = undefined;
    this.#obstacle = reason;
  }

  #say(text, isBad = false) {
    setText(this.#said, text);
    setAttribute(this.#said, "data-bad", isBad);
    this.#fetches = this.#source.fetches;
    this.#showFault();
  }

  // A bad outcome has the reason already.
  #showFault() {
    setText(this.#fault, (!this.#said.hasAttribute("data-bad") && fault(this.#source)) || "");
  }

  async #fetch() {
    if (this.#obstacle) return this.#say(this.#obstacle, true);
    try {
      await this.#request("sync.fetch", this.#name);
    } catch (error) {
      this.#say(error.message, true);
    }
  }

  #reset() {
    if (this.#obstacle) return this.#say(this.#obstacle, true);
    ask(`Reset the layer ${this.#name}?`, "Reset", () => this.#request("sync.reset", this.#name),
      make("p", "The daemon removes the layer, and the program that fetches it forgets the last known good content. It then fetches the layer again. Until that succeeds, the layer sets nothing."));
  }
}
