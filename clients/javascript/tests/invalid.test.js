// What a program gives that the daemon would refuse: keys, texts, long messages, values that are not JSON.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startDaemon } from "./daemon.js";

let daemon;
before(async () => (daemon = await startDaemon()));

/** Checks that the tuner has one connection, and that a tunable and a flag receive new values. */
async function expectWorks(tuner, name) {
  const radius = tuner.number(`${name}.radius`, 1);
  const on = tuner.flag(`${name}.on`, false);
  await radius.set(2);
  await on.set(true);
  assert.deepEqual([radius.value, on.value, tuner.isConnected], [2, true, true]);
}

test("an invalid key throws at the declaration, and the other keys work", async () => {
  const tuner = daemon.tuner();
  const invalid = ["", "n\u00e9", "a b", "a\n", "x".repeat(257), undefined, null, 7, Symbol("a"), "\ud83d"];
  for (const key of invalid) assert.throws(() => tuner.integer(key, 1), { name: "TypeError", message: /is no key: a key of tunables/ });
  const invalidFlags = ["", "a\n", "a\x85", "x".repeat(500), "\u00e9".repeat(129), undefined, 7, "\ud83d"];
  for (const key of invalidFlags) assert.throws(() => tuner.flag(key, true), { name: "TypeError", message: /is no key: a key of flags/ });
  const longest = [tuner.integer("x".repeat(256), 1), tuner.integer("A-z_0.9", 1), tuner.flag("\u00e9".repeat(128), true)];
  await expectWorks(tuner, "invalidKeys");
  assert.deepEqual([longest.map(({ value }) => value), tuner.faults], [[1, 1, true], []]);
});
