// Values that the program does not use.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { connection, startDaemon } from "./daemon.js";

let daemon;
before(async () => (daemon = await startDaemon()));

/** Waits until the daemon has a reason of the program, or none with undefined. */
async function reason(name, key, wanted) {
  const other = daemon.tuner();
  for (;;) {
    const { subscribers } = await other.call("tunables.subscribers", { keys: [key] });
    const row = subscribers.find(({ client }) => client === name);
    if (row && row.state !== "waiting" && wanted.test(row.refused?.[0].reason ?? "none")) return;
  }
}

test("the daemon receives why the program does not use a value, also after a loss, until the value changes", async () => {
  const tuner = daemon.tuner({ name: "refusing" });
  const radius = tuner.number("refuse.radius", 1);
  await radius.set(30);
  assert.equal(radius.value, 30);
  radius.refuse("the window is too small");
  await reason("refusing", "refuse.radius", /^the window is too small$/);
  tuner.close();
  await tuner.ready();
  await reason("refusing", "refuse.radius", /^the window is too small$/);
  await radius.set(2);
  assert.equal(radius.value, 2);
  await reason("refusing", "refuse.radius", /^none$/);
  radius.refuse(`${"é".repeat(999)}😀`);
  await reason("refusing", "refuse.radius", /^ééé/);
  assert.deepEqual(tuner.faults, []);
});

test("the daemon receives the error of a callback", async () => {
  const tuner = daemon.tuner({ name: "failing" });
  const radius = tuner.number("fail.radius", 1);
  radius.onChange((value) => {
    if (value > 20) throw new RangeError(`${value} is too large`);
  });
  const scale = tuner.number("fail.scale", 1);
  scale.onChange(async () => Promise.reject(new Error("no scale")));
  await radius.set(30);
  await reason("failing", "fail.radius", /^a callback of fail.radius failed: RangeError: 30 is too large$/);
  await scale.set(2);
  await reason("failing", "fail.scale", /^a callback of fail.scale failed: Error: no scale$/);
  await radius.set(3);
  await reason("failing", "fail.radius", /^none$/);
});

test("a value can be refused before there is a connection", async () => {
  const tuner = daemon.tuner({ name: "early" });
  const radius = tuner.number("early.radius", 1);
  radius.refuse("it is too early");
  await connection(tuner, true);
  await reason("early", "early.radius", /^it is too early$/);
});

test("only a tunable can be refused, and only with a text", () => {
  const tuner = daemon.tuner();
  for (const wrong of [undefined, "", 5, null]) {
    assert.throws(() => tuner.number("wrong.radius", 1).refuse(wrong), { name: "TypeError", message: "a reason must be a text" });
  }
  assert.throws(() => tuner.flag("wrong.flag", true).refuse("no"), { name: "TypeError", message: /of a tunable only$/ });
});
