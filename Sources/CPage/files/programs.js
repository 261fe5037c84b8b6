// The programs that subscribe to a key, and what each has reported about the value.

import { make, oneAtATime, setText } from "./dom.js";
import { nameOf } from "./world.js";

const programName = ({ client, pid }) => `${client}[${pid}]`;

function note(key, { state, took, lags, unread, refused, world }) {
  const isOfKey = (other) => other === key || other.startsWith(`${key}.`) || key.startsWith(`${other}.`);
  const notes = (refused ?? []).filter((one) => isOfKey(one.key)).map((one) => (one.key === key ? one.reason : `${one.key}: ${one.reason}`));
  if (state === "applied" && took !== undefined) notes.push(`after ${took < 10 ? took.toFixed(1) : Math.round(took)} ms`);
  if (unread?.some(isOfKey)) notes.push("has not read it");
  if (lags) notes.push("has not received all changes");
  if (world !== undefined) notes.push(`in the world ${nameOf(world)}`);
  return notes.join("; ");
}

/** Receives the reports of programs only while it has a key and its view is shown, as it is at first. */
export class Programs {
  #daemon;
  #key;
  #isShown = true;
  /** The promise of the subscription. */
  #subscription;
  #reporting = make("table");
  #silent = make("p.quiet");
  update = oneAtATime(() => this.#read());

  constructor(daemon, room) {
    this.#daemon = daemon;
    room.append(make("h3", "Programs"), this.#reporting, this.#silent);
  }

  /** Shows the programs of a key; without one, none. */
  open(key) {
    const needsChange = (key === undefined) !== (this.#key === undefined);
    this.#key = key;
    this.#fill([]);
    if (needsChange) this.#follow();
  }

  load() {
    this.#isShown = true;
    this.#follow();
    this.update();
  }

  rest() {
    this.#isShown = false;
    this.#follow();
  }

  #follow() {
    this.#subscription?.then(({ end }) => end(), () => {});
    this.#subscription = undefined;
    if (!this.#isShown || this.#key === undefined) return;
    this.#subscription = this.#daemon.subscribe("server", { applied: true }, ({ applied }) => applied !== undefined && this.update());
    // The next connection loads the view again.
    this.#subscription.catch(() => {});
  }

  async #read() {
    const key = this.#key;
    if (!this.#subscription) return;
    const { subscribers, next } = await this.#daemon.call("tunables.subscribers", { keys: [key] });
    if (key === this.#key) this.#fill(subscribers, next !== undefined);
  }

  #fill(subscribers, more) {
    const silent = subscribers.filter(({ state }) => state === "unknown");
    this.#reporting.replaceChildren(...subscribers.filter((one) => !silent.includes(one)).map((one) =>
      make("tr", { "data-state": one.state },
        make("th", { scope: "row" }, programName(one)), make("td", one.state), make("td", { dir: "auto" }, note(this.#key, one)))));
    const names = [...new Set(silent.map(programName))];
    if (more) names.push("and others");
    setText(this.#silent, names.length > 0 ? `Without reports: ${names.join(", ")}` : "");
  }
}
