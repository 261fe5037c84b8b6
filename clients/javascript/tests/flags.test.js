// Flags, worlds and other subscriptions.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { connection, startDaemon, value } from "./daemon.js";

let daemon;
before(async () => (daemon = await startDaemon()));

const targeted = (variants) => ({
  state: "ENABLED", variants, defaultVariant: "off", targeting: { if: [{ "==": [{ var: "plan" }, "pro"] }, "on", "off"] },
});

test("a flag is evaluated in the context of the tuner, merged with its own", async () => {
  const tuner = daemon.tuner();
  await tuner.call("flags.define", { flags: { "flag.menu": targeted({ on: true, off: false }) } });
  const menu = tuner.flag("flag.menu", false);
  const own = tuner.flag("flag.menu", false, { plan: "pro" });
  const other = tuner.flag("flag.menu", false, { plan: "free" });
  await tuner.ready();
  assert.deepEqual([menu.value, own.value, other.value], [false, true, false]);
  const seen = [];
  menu.onChange((value) => seen.push(value));
  tuner.context = { targetingKey: "ada", plan: "pro" };
  assert.equal(menu.value, false);
  await tuner.ready();
  assert.deepEqual([menu.value, own.value, other.value, seen], [true, true, false, [true]]);
  assert.equal((await menu.details()).reason, "TARGETING_MATCH");
  assert.throws(() => (tuner.context = { age: NaN }), TypeError);
});

test("an override has effect at once, and an unknown type has the default", async () => {
  const tuner = daemon.tuner();
  const beta = tuner.flag("flag.beta", false, {}, { description: "Show the new menu." });
  await beta.set(true);
  assert.equal(beta.value, true);
  await beta.toggle();
  assert.equal(beta.value, false);
  await beta.reset();
  assert.equal((await tuner.call("flags.get", { key: "flag.beta" })).definition.metadata?.description ?? "Show the new menu.", "Show the new menu.");
  await tuner.call("flags.define", { flags: { "flag.text": { state: "ENABLED", variants: { a: "b" }, defaultVariant: "a" } } });
  const text = tuner.flag("flag.text", true);
  await tuner.ready();
  assert.deepEqual([text.value, tuner.faults.length], [true, 1]);
});

test("a world has its own values: join, leave, create", async () => {
  const tuner = daemon.tuner();
  const guest = daemon.tuner();
  const radius = tuner.number("world.radius", 1);
  const seen = guest.number("world.radius", 1);
  const name = await tuner.world({ create: true });
  await radius.set(7);
  await guest.ready();
  assert.equal(seen.value, 1);
  assert.equal(await guest.world(name), name);
  assert.equal(seen.value, 7);
  assert.equal(await guest.world(null), null);
  assert.equal(seen.value, 1);
  assert.equal(radius.value, 7);
  await assert.rejects(guest.world("w-there-is-no-such-world"), { kind: "unknownWorld" });
  await guest.world(name);
  const fault = new Promise((resolve) => (guest.onFault = resolve));
  const lost = connection(guest, false);
  tuner.close();
  await lost;
  assert.equal(seen.value, 7);
  assert.match((await fault).message, /^there is no connection: there is no world .*; it has ended/);
});

test("a program that somebody has moved to a world has no value of it after a loss of both", async () => {
  const owner = daemon.tuner();
  const world = await owner.world({ create: true });
  await owner.call("tunables.set", { key: "moved.radius", value: 5 });
  const tuner = daemon.tuner();
  const radius = tuner.number("moved.radius", 1);
  await tuner.ready();
  const seen = value(radius, 5);
  await owner.call("worlds.move", { pid: process.pid, world });
  await seen;
  tuner.close();
  await owner.call("worlds.drop", { world });
  await tuner.ready();
  assert.equal(radius.value, 1);
});

test("when the world of a program has ended, a write does not change the shared state", async () => {
  const owner = daemon.tuner();
  const world = await owner.world({ create: true });
  const guest = daemon.tuner({ world });
  const radius = guest.number("ended.radius", 1);
  await radius.set(2);
  const lost = connection(guest, false);
  owner.close();
  await lost;
  // Each write is in another moment of the next connections.
  const start = guest.faults.length;
  for (let count = 0; count < 200 || guest.faults.length === start; count += 1) {
    await assert.rejects(radius.set(3), ({ kind }) => kind === "notConnected" || kind === "outcomeUnknown");
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal((await daemon.tuner().call("tunables.get", { key: "ended.radius" })).value, 1);
});

test("a subscription to the daemon lasts over connections", async () => {
  const tuner = daemon.tuner();
  const seen = [];
  let wake;
  const end = tuner.subscribe("server", {}, (message) => {
    seen.push(message);
    wake?.();
  });
  await tuner.ready();
  assert.equal(typeof seen[0].epoch, "string");
  await tuner.call("layers.put", { name: "team", values: {} });
  assert.equal(seen.at(-1).layers, 1);
  tuner.close();
  const again = new Promise((resolve) => (wake = resolve));
  await tuner.ready();
  await again;
  const count = seen.length;
  end();
  await tuner.call("layers.remove", { name: "team" });
  assert.equal(seen.length, count);
});
