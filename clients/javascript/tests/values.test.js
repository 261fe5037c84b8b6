// Tunables: declarations, values, callbacks and writes.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startDaemon, value } from "./daemon.js";

let daemon;
before(async () => (daemon = await startDaemon()));

test("a value is the default at once, then that of the daemon", async () => {
  await daemon.tuner().call("tunables.set", { key: "first.radius", value: 18 });
  const tuner = daemon.tuner();
  const radius = tuner.number("first.radius", 12);
  assert.equal(radius.value, 12);
  await tuner.ready();
  assert.equal(radius.value, 18);
  assert.equal(radius.get(), 18);
});

test("the daemon receives each member of a declaration", async () => {
  const tuner = daemon.tuner();
  tuner.number("spec.radius", 12, { min: 0, max: 40, step: 2, unit: "px", description: "The radius", tags: ["ui"] });
  tuner.integer("spec.lives", 3, { min: 1 });
  tuner.enumeration("spec.mode", "fast", ["fast", "slow"]);
  tuner.string("spec.token", "none", { secret: true });
  tuner.json("spec.wind", { x: 1 });
  await tuner.ready();
  const { specs } = await tuner.call("tunables.export", { match: "spec.*" });
  assert.deepEqual(specs["spec.radius"], { type: "number", default: 12, minimum: 0, maximum: 40, step: 2, unit: "px", description: "The radius", tags: ["ui"] });
  assert.deepEqual(specs["spec.lives"], { type: "integer", default: 3, minimum: 1 });
  assert.deepEqual(specs["spec.mode"], { type: "string", default: "fast", enum: ["fast", "slow"] });
  assert.deepEqual(specs["spec.wind"], { type: "object", default: { x: 1 } });
  assert.equal((await tuner.call("tunables.describe", { key: "spec.token" })).secret, true);
});

test("set, reset and toggle change the value before they return", async () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("write.radius", 12, { max: 40 });
  const on = tuner.boolean("write.on", true);
  const mode = tuner.enumeration("write.mode", "fast", ["fast", "slow"]);
  const wind = tuner.json("write.wind", { x: 1 });
  const result = await radius.set(18);
  assert.deepEqual([result.value, result.changed, radius.value], [18, true, 18]);
  await radius.set(99, { clamp: true });
  assert.equal(radius.value, 40);
  assert.equal((await radius.details()).origin, "local");
  await radius.reset();
  assert.equal(radius.value, 12);
  await on.toggle();
  assert.equal(on.value, false);
  await mode.toggle();
  assert.equal(mode.value, "slow");
  await tuner.call("tunables.set", { key: "write.wind.x", value: 3 });
  assert.deepEqual(wind.value, { x: 3 });
});

test("a refused write fails with the sentence, the kind and the facts, and changes nothing", async () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("refused.radius", 12, { max: 40 });
  await assert.rejects(radius.set(99), (error) => {
    assert.equal(error.message, "refused.radius must be at most 40, got 99");
    assert.deepEqual([error.name, error.kind, error.data.key, error.data.maximum], ["TunerError", "outOfRange", "refused.radius", 40]);
    return true;
  });
  await assert.rejects(radius.set("wide"), { kind: "typeMismatch" });
  await assert.rejects(radius.set(NaN), TypeError);
  await assert.rejects(tuner.update({ "refused.radius": 3, "refused.other": null }), { kind: "typeMismatch" });
  assert.equal(radius.value, 12);
});

test("tags or cases that are no array throw", () => {
  const tuner = daemon.tuner();
  assert.throws(() => tuner.number("list.radius", 1, { tags: "view" }), { name: "TypeError", message: "tags of list.radius must be an array, got string" });
  assert.throws(() => tuner.enumeration("list.mode", "f", "fast"), { name: "TypeError", message: "enum of list.mode must be an array, got string" });
});

test("an update is one commit: each callback sees all its values", async () => {
  const tuner = daemon.tuner();
  const width = tuner.number("update.width", 1);
  const height = tuner.number("update.height", 1);
  await tuner.ready();
  const seen = [];
  width.onChange(() => seen.push(tuner.snapshot(() => [width.value, height.value])));
  height.onChange(() => seen.push(tuner.snapshot(() => [width.value, height.value])));
  await tuner.update({ "update.width": 2, "update.height": 3 });
  assert.deepEqual(seen, [[2, 3], [2, 3]]);
});

test("a callback runs only for a change, until it is ended, and an error in it is a fault", async () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("callback.radius", 1);
  const seen = [];
  radius.onChange(() => { throw new Error("broken"); });
  const end = radius.onChange((value) => seen.push(value));
  await radius.set(2);
  await radius.set(2);
  end();
  await radius.set(3);
  assert.deepEqual([seen, radius.value, tuner.isConnected], [[2], 3, true]);
  assert.match(tuner.faults[0].message, /^a callback of callback.radius failed: Error: broken/);
});

test("a callback that fails again in the same way is reported once", async () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("again.radius", 1);
  const seen = [];
  radius.onChange((value) => {
    seen.push(value);
    if (value < 4) throw new RangeError(`${value} is too small`);
    throw new RangeError(`${value} is too large`);
  });
  for (const one of [2, 3, 4]) await radius.set(one);
  assert.deepEqual(seen, [2, 3, 4]);
  assert.deepEqual(tuner.faults.map(({ message }) => /RangeError: (.*)/.exec(message)[1]), ["2 is too small", "4 is too large"]);
});

test("an error in an asynchronous callback is a fault, too", async () => {
  const tuner = daemon.tuner();
  const names = new Set();
  const seen = new Promise((resolve) => (tuner.onFault = async ({ message }) => {
    names.add(/^a callback of (.*) failed: Error: broken/.exec(message)?.[1]);
    if (names.size === 4) resolve();
  }));
  const broken = async () => { throw new Error("broken"); };
  const radius = tuner.number("async.radius", 1);
  radius.onChange(broken);
  tuner.number("async.scale", 1).subscribe(broken);
  tuner.onConnection(broken);
  tuner.subscribe("server", {}, broken);
  await radius.set(2);
  await seen;
  assert.deepEqual([names, tuner.isConnected], [new Set(["async.radius", "async.scale", "the connection", "server"]), true]);
});

test("a callback that is no function throws at once", () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("function.radius", 1);
  const wrong = { name: "TypeError", message: "a callback must be a function, got number" };
  assert.throws(() => radius.onChange(5), wrong);
  assert.throws(() => radius.subscribe(5), wrong);
  assert.throws(() => tuner.onConnection(5), wrong);
  assert.throws(() => tuner.subscribe("server", {}, 5), wrong);
});

test("an iterator has the present value, then the newest one after each change", async () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("iterator.radius", 1);
  await tuner.ready();
  const seen = [];
  for await (const one of radius) {
    seen.push(one);
    if (one === 3) break;
    await radius.set(one + 1);
  }
  assert.deepEqual(seen, [1, 2, 3]);
});

test("a value of another type or outside of the limits is no value, and the daemon is informed", async () => {
  const other = daemon.tuner({ name: "other" });
  other.string("wrong.radius", "wide");
  other.number("wrong.size", 90);
  await other.ready();
  const tuner = daemon.tuner({ name: "mine" });
  const radius = tuner.number("wrong.radius", 12);
  const size = tuner.number("wrong.size", 5, { max: 10 });
  const right = tuner.number("wrong.right", 5);
  await assert.rejects(tuner.ready(), { kind: "declarationConflict" });
  await right.set(6);
  assert.deepEqual([radius.value, size.value, right.value], [12, 5, 6]);
  assert.equal(tuner.faults.filter(({ kind }) => kind === "declarationConflict").length, 2);
  assert.ok(tuner.faults.some(({ message }) => message === 'wrong.radius is "wide", which does not fit its declaration'));
  const states = async () => (await tuner.call("tunables.subscribers", { keys: ["wrong.radius"] })).subscribers;
  while (!(await states()).some(({ client, state }) => client === "mine" && state === "refused"));
});

test("keys can have the names of JavaScript's own members", async () => {
  const tuner = daemon.tuner();
  const keys = ["constructor", "__proto__", "toString"];
  const values = keys.map((key) => tuner.number(key, 1));
  await tuner.ready();
  assert.deepEqual(values.map(({ value }) => value), [1, 1, 1]);
  await tuner.call("tunables.set", { key: "__proto__", value: 2 });
  assert.deepEqual(values.map(({ value }) => value), [1, 2, 1]);
});

test("a key is declared once; another declaration of it is a fault, and has the value, too", async () => {
  const tuner = daemon.tuner();
  const first = tuner.number("twice.radius", 1);
  assert.equal(tuner.number("twice.radius", 1), first);
  await first.set(5);
  const second = tuner.number("twice.radius", 2);
  await tuner.ready();
  assert.deepEqual([first.value, second.value], [5, 5]);
  assert.equal(tuner.faults[0].message, "twice.radius is declared twice in this program, in different ways");
  assert.throws(() => tuner.number("twice.other", "1"), TypeError);
  assert.throws(() => tuner.value("twice.null", null), TypeError);
});

test("the daemon knows when the program has read a value", async () => {
  const tuner = daemon.tuner({ name: "reader" });
  const radius = tuner.number("applied.radius", 1);
  await tuner.ready();
  const other = daemon.tuner({ name: "writer" });
  const { revision } = await other.call("tunables.set", { key: "applied.radius", value: 2 });
  const state = async () => (await other.call("tunables.subscribers", { keys: ["applied.radius"], revision })).subscribers[0];
  assert.equal((await state()).state, "waiting");
  // After a time without a read, the report has the key.
  while ((await state()).unread === undefined);
  assert.deepEqual((await state()).unread, ["applied.radius"]);
  await value(radius, 2);
  while ((await state()).state !== "applied");
});

test("whole numbers beyond 2^53 are the nearest double", async () => {
  const tuner = daemon.tuner();
  const id = tuner.number("large.id", 1);
  await tuner.ready();
  // JSON.stringify would round it.
  const { createConnection } = await import("node:net");
  const socket = createConnection(daemon.socket);
  socket.end('{"jsonrpc":"2.0","id":1,"method":"tunables.set","params":{"key":"large.id","value":9007199254740993}}\n');
  await value(id, 9007199254740992);
});
