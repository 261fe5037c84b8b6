// The driver of the vectors: it reads one operation a line from standard input, and prints one line for each.
// ../../vectors/README.md describes the operations.

import { createInterface } from "node:readline";
import { Tuner } from "../tuner.js";

const tuner = new Tuner({ valuesFile: process.env.VALUES_FILE });
const tunables = new Map();
const flags = new Map();
const observed = new Map();
const faults = [];
const tries = [];
let wake = () => {};

tuner.onFault = ({ message }) => {
  faults.push(message);
  wake();
};
tuner.onConnection(() => wake());

const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Waits until a condition holds. Each change of a value or of the connection checks it again. */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => (wake = resolve));
}

const valueOf = (map, key) => {
  const live = map.get(key);
  if (!live) throw new Error(`the program has not declared ${key}`);
  return live.value;
};

const operations = {
  declare(key, value, { type, ...options }) {
    const live = type === "integer" ? tuner.integer(key, value, options) : tuner.value(key, value, options);
    live.onChange(() => wake());
    tunables.set(key, live);
  },
  get: (key) => valueOf(tunables, key),
  ready: () => tuner.ready(),
  wait: (key, value) => until(() => isEqual(valueOf(tunables, key), value)),
  observe(key) {
    const values = [];
    observed.set(key, values);
    tunables.get(key).onChange((value) => {
      values.push(value);
      wake();
    });
  },
  observed: (key, value) => until(() => isEqual(observed.get(key).at(-1), value)),
  collected: (key) => observed.get(key),
  set: (key, value) => tuner.call("tunables.set", { key, value }).then(() => null),
  reset: (key) => tuner.call("tunables.reset", { key }).then(() => null),
  update: (values) => tuner.update(values).then(() => null),
  snapshot: (keys) => tuner.snapshot(() => Object.fromEntries(keys.map((key) => [key, valueOf(tunables, key)]))),
  value: (key) => tuner.call("tunables.get", { key }).then(({ value }) => value),
  flag(key, value, context) {
    const flag = tuner.flag(key, value, context);
    flag.onChange(() => wake());
    flags.set(key, flag);
  },
  "flag-value": (key) => valueOf(flags, key),
  "wait-flag": (key, value) => until(() => isEqual(valueOf(flags, key), value)),
  connection: (state) => until(() => tuner.isConnected === (state === "connected")),
  async fault() {
    await until(() => faults.length > 0);
    return faults.shift();
  },
  refuse: (key, reason) => tunables.get(key).refuse(reason),
  try: async (values, seconds) => void tries.push(await tuner.attempt(values, { for: seconds })),
  keep: () => tries.at(-1).keep(),
  cancel: (reason) => tries.at(-1).cancel(reason),
  world: (name) => tuner.world(name).then(() => null),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...parameters] = JSON.parse(line);
  try {
    console.log(JSON.stringify({ gives: (await operations[name](...parameters)) ?? null }));
  } catch ({ kind, message, data }) {
    console.log(JSON.stringify({ fails: { kind, message, data } }));
  }
}
process.exit(0);
