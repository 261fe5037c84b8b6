// Which keys can be changed, and what limits them: the connection, the layers that lock keys, and the kill switches.

import { matchesPattern } from "./groups.js";

/**
 * Events: "changed" when another key may be locked or limited, and "server" with each notification server.changed in
 * `detail`.
 */
export class Access extends EventTarget {
  /** The kill switches, and whether the disk accepts writes. */
  limited = { on: false, by: [] };
  storage = { ok: true };
  /** The result of layers.list, and the time when the page received it. */
  layers = [];
  layersTime = 0;

  #daemon;
  #subscription;

  constructor(daemon) {
    super();
    this.#daemon = daemon;
  }

  async load() {
    const [info] = await Promise.all([
      this.#daemon.subscribe("server", {}, (params) => this.#receive(params)), this.#askLayers(),
    ]);
    this.#subscription?.end();
    this.#subscription = info;
    this.#note(info);
  }

  /** Reads the layers again: no notification says how old they are. */
  async readLayers() {
    await this.#askLayers();
    this.dispatchEvent(new Event("changed"));
  }

  async #askLayers() {
    this.layers = (await this.#daemon.call("layers.list")).layers;
    this.layersTime = Date.now();
  }

  /** Ends the subscription, as for a page that nobody sees. */
  rest() {
    this.#subscription?.end();
    this.#subscription = undefined;
  }

  async #receive(params) {
    if (params.layers !== undefined) await this.#askLayers();
    this.#note(params);
    this.dispatchEvent(new CustomEvent("server", { detail: params }));
  }

  #note({ limited, storage }) {
    this.limited = limited ?? this.limited;
    this.storage = storage ?? this.storage;
    this.dispatchEvent(new Event("changed"));
  }

  lock({ key, origin }) {
    if (!origin?.startsWith("layer:")) return undefined;
    const name = origin.slice("layer:".length);
    const layer = this.layers.find((one) => one.active && one.name === name);
    return layer?.locks.some((pattern) => matchesPattern(pattern, key)) ? name : undefined;
  }

  /** Returns the reason why a person cannot change a tunable now; undefined if they can. */
  obstacle(tunable) {
    if (!this.#daemon.isOnline) return this.#daemon.obstacle;
    if (tunable.spec?.readOnly) return "The declaration says that only a layer sets this key.";
    const layer = this.lock(tunable);
    return layer && `The layer ${layer} locks this key.`;
  }
}
