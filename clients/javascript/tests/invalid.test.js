// What a program gives that the daemon would refuse: keys, texts, long messages, values that are not JSON.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { connection, startDaemon } from "./daemon.js";

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

test("a text with half of a surrogate pair throws before the client sends it, and the connection stays", async () => {
  const half = "ada 😀".slice(0, 5);
  const invalid = { name: "TypeError", message: /half of a surrogate pair/ };
  const tuner = daemon.tuner();
  const title = tuner.string("half.title", "x");
  const wind = tuner.json("half.wind", {});
  const menu = tuner.flag("half.menu", false);
  await tuner.ready();
  let losses = 0;
  tuner.onConnection((isConnected) => (losses += isConnected ? 0 : 1));
  assert.throws(() => tuner.string("half.default", half), invalid);
  assert.throws(() => tuner.number("half.described", 1, { description: half }), invalid);
  assert.throws(() => tuner.flag("half.context", false, { targetingKey: half }), invalid);
  assert.throws(() => (tuner.context = { targetingKey: half }), invalid);
  assert.throws(() => tuner.subscribe(half, {}, () => {}), invalid);
  assert.throws(() => tuner.subscribe("flags", { match: half }, () => {}), invalid);
  assert.throws(() => daemon.tuner({ name: half }), invalid);
  await assert.rejects(title.set(half), invalid);
  await assert.rejects(wind.set({ [half]: 1 }), invalid);
  await assert.rejects(tuner.call(half), invalid);
  await assert.rejects(tuner.world(half), invalid);
  assert.deepEqual(tuner.context, {});
  await expectWorks(tuner, "half");
  assert.deepEqual([losses, menu.value, tuner.faults], [0, false, []]);
});

test("the daemon receives the report of a refused value whose text is cut inside of a surrogate pair", async () => {
  const other = daemon.tuner({ name: "other" });
  await other.string("cut.radius", "x").set(`${"x".repeat(62)}😀`);
  const tuner = daemon.tuner({ name: "cut" });
  tuner.number("cut.radius", 1);
  await assert.rejects(tuner.ready(), { kind: "declarationConflict" });
  const states = async () => (await tuner.call("tunables.subscribers", { keys: ["cut.radius"] })).subscribers;
  while (!(await states()).some(({ client, state }) => client === "cut" && state === "refused"));
});

test("many long declarations of one turn are several calls", async () => {
  const tuner = daemon.tuner();
  const texts = Array.from({ length: 20 }, (_, index) => tuner.string(`many.text${index}`, "x".repeat(1_000_000)));
  await tuner.ready();
  await texts[19].set("short");
  assert.equal(texts[19].value, "short");
  await expectWorks(tuner, "many");
  assert.deepEqual(tuner.faults, []);
});

test("a declaration, a context or a call that is longer than the daemon accepts is refused, and the rest works", async () => {
  const long = "é".repeat(2 ** 23);
  const tuner = daemon.tuner();
  const title = tuner.string("long.title", long);
  const menu = tuner.flag("long.menu", true, { note: long });
  await assert.rejects(tuner.ready(), { kind: "tooLarge" });
  const losses = [];
  tuner.onConnection((isConnected) => losses.push(isConnected));
  await assert.rejects(title.set(long), { kind: "tooLarge" });
  await expectWorks(tuner, "long");
  assert.deepEqual([title.value === long, menu.value, losses], [true, true, []]);
  assert.deepEqual(tuner.faults.map(({ kind, data }) => [kind, data.key]), [["tooLarge", "long.title"], ["tooLarge", "long.menu"]]);
  assert.match(tuner.faults[1].message, /^a subscription was refused: flags.subscribe has 1677\d+ bytes, and the daemon accepts 16777216$/);
});

test("the client uses the limit of the daemon for a message", async () => {
  const tuner = (await startDaemon("--max-message", "20000")).tuner();
  tuner.string("limit.title", "x".repeat(30_000));
  const keys = Array.from({ length: 2_000 }, (_, index) => tuner.integer(`limit.key${index}`, index));
  const refused = new Promise((resolve) => (tuner.onFault = ({ data, message }) => data.key === "limit.title" && resolve(message)));
  assert.match(await refused, /tunables.declare has 30\d+ bytes, and the daemon accepts 20000$/);
  // The daemon ends the first connection, whose requests were sent before its limits were known.
  await connection(tuner, true);
  await keys[7].set(8);
  assert.equal(keys[7].value, 8);
  await expectWorks(tuner, "limit");
});

test("a value that JSON cannot store throws, and changes nothing", async () => {
  const tuner = daemon.tuner();
  const wind = tuner.json("store.wind", { x: 1 });
  const list = tuner.json("store.list", [1]);
  const kinds = { Date: new Date(0), Map: new Map([[1, 2]]), Set: new Set(), Undefined: undefined, Function: () => 1, Symbol: Symbol("a"), Uint8Array: new Uint8Array(2) };
  for (const [kind, one] of Object.entries(kinds)) {
    const invalid = { name: "TypeError", message: new RegExp(`^a value of JSON has no ${kind} `) };
    assert.throws(() => tuner.json(`store.${kind}`, { a: { b: one } }), invalid);
    assert.throws(() => tuner.flag(`store.${kind}`, { a: one }), invalid);
    await assert.rejects(wind.set(one), invalid);
    await assert.rejects(wind.set({ x: 2, a: [one] }), invalid);
    await assert.rejects(list.set([1, one]), invalid);
    await assert.rejects(tuner.update({ "store.wind": { x: 2 }, "store.list": one }), invalid);
  }
  assert.throws(() => tuner.json("store.date", new Date(0)), TypeError);
  await assert.rejects(list.set([1, , 2]), TypeError);
  assert.deepEqual([wind.value, list.value], [{ x: 1 }, [1]]);
  class Wind {
    x = 3;
  }
  await wind.set(new Wind());
  await list.set([null, "a", { b: true }]);
  assert.deepEqual([wind.value, list.value], [{ x: 3 }, [null, "a", { b: true }]]);
  // The daemon does not store a context: a date in it is text, as in OpenFeature.
  const day = tuner.flag("store.day", false, { day: new Date(0), plan: undefined });
  await day.set(true);
  assert.deepEqual([day.value, tuner.faults], [true, []]);
});
