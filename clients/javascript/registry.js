// What a program uses: its values, and its other subscriptions.

import { isEqual } from "./declarations.js";
import { encode } from "./encoding.js";
import { Live } from "./live.js";

export class Registry {
  values = [];
  /** The subscriptions other than those to values, by a symbol. */
  streams = new Map();
  /** The epoch and the revision of the values, and how many they are: to resume from. */
  since;
  /** Whether a declaration or a subscription was not sent yet. */
  isDue = false;
  /** The file with the last known values; undefined without one. */
  memory;
  #context = {};
  #owner;

  constructor(owner) {
    this.#owner = owner;
  }

  get context() {
    return this.#context;
  }

  set context(context) {
    this.#context = JSON.parse(encode(context));
    this.values.forEach((value) => this.#place(value));
  }

  /** Returns the live value of a declaration, and whether it is new. */
  add(declaration, context) {
    const { family, key, text } = declaration;
    const same = this.values.filter((one) => one.family === family && one.key === key);
    const known = same.find((one) => one.text === text && isEqual(one.context, context));
    if (known) return [known, false];
    const isOther = same.some((one) => one.text !== text);
    if (isOther) this.#owner.faults.report(`${key} is declared twice in this program, in different ways`, key);
    const value = new Live(this.#owner, { ...declaration, context, isRepeated: same.length > 0 });
    this.#place(value);
    value.recall(this.memory?.take(key, value.merged) ?? same.find((one) => one.group === value.group)?.received);
    this.values.push(value);
    return [value, true];
  }

  // All tunables are one subscription, and so are the flags of each context.
  #place(value) {
    if (value.context) value.merged = { ...this.#context, ...value.context };
    value.group = value.family + encode(value.merged ?? "");
  }

  /** Returns the values that the daemon has sent, for the values file. */
  received() {
    const known = this.values.filter(({ received }) => received !== undefined);
    return known.map(({ key, receivedIn: context, received: value }) => ({ key, context, value }));
  }

  /** Returns the wanted subscriptions by name, each with its family, and its keys or its parameters. */
  groups() {
    const groups = new Map(this.streams);
    for (const { family, group: name, merged: context, key } of this.values) {
      if (!groups.has(name)) groups.set(name, { family, context, keys: [] });
      groups.get(name).keys.push(key);
    }
    return groups;
  }
}
