// One side of a comparison: what a connection in a world sees, and changes.

import { on } from "./dom.js";
import { Sender } from "./sender.js";
import { nameOf } from "./world.js";

const readPause = 100;

export class Side {
  /** The results of the flags by key, without a context. */
  flags = new Map();
  /** The flags by key, as flags.list has them. */
  listed = new Map();
  #subscription;
  #reading;
  #changed;

  constructor(daemon, values, changed) {
    Object.assign(this, { daemon, values, sender: new Sender(daemon) });
    this.#changed = changed;
    on(daemon, "world", () => this.read());
  }

  get name() {
    return nameOf(this.daemon.world);
  }

  async load() {
    const result = await this.daemon.subscribe("flags", {}, ({ changes }) => {
      this.#note(changes);
      this.read();
    });
    this.rest();
    this.#subscription = result;
    this.flags.clear();
    this.#note(result.flags);
    this.read();
  }

  /** Reads the variants and overrides of the flags, which a notification does not have. */
  read() {
    if (!this.#subscription) return;
    this.#reading ??= setTimeout(async () => {
      this.#reading = undefined;
      try {
        const { flags } = await this.daemon.call("flags.list");
        this.listed = new Map(flags.map((flag) => [flag.key, flag]));
        this.#changed();
      } catch {
        // The next connection reads everything.
      }
    }, readPause);
  }

  rest() {
    this.#subscription?.end();
    this.#subscription = undefined;
  }

  #note(flags) {
    for (const { key, value, variant } of flags) this.flags.set(key, { value, variant });
    this.#changed();
  }

  async change(method, params) {
    await this.daemon.call(method, params);
    this.read();
  }

  /** Takes a value from another side. A world that shall have what all share gives up its own value. */
  take(key, { daemon, values }) {
    const { value, origin } = values.all.get(key) ?? {};
    const isOwn = origin === "world" || this.daemon.world === undefined;
    return value !== undefined && isOwn
      ? this.daemon.call("tunables.set", { key, value })
      : this.daemon.call("tunables.reset", { key });
  }

  takeFlag(key, { daemon, flags }) {
    const { value, variant } = flags.get(key) ?? {};
    if (daemon.world === undefined || (value ?? variant) === undefined) return this.change("flags.reset", { key });
    return this.change("flags.set", variant === undefined ? { key, value } : { key, variant });
  }
}
