// Tries, and writes whose response is late.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Tuner } from "../tuner.js";
import { directory, startDaemon, value } from "./daemon.js";

let daemon;
before(async () => (daemon = await startDaemon()));

test("a try changes values for a time; the program keeps or reverts them", async () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("try.radius", 1, { max: 40 });
  const scale = tuner.number("try.scale", 1);
  await tuner.ready();
  const kept = await tuner.attempt({ "try.radius": 30, "try.scale": 2 }, { for: 600 });
  assert.deepEqual([radius.value, scale.value], [30, 2]);
  assert.equal((await tuner.call("tunables.tries")).tries[0].try, kept.number);
  await kept.keep();
  assert.deepEqual((await tuner.call("tunables.tries")).tries, []);
  const reverted = await tuner.attempt({ "try.radius": 99 }, { for: 600, clamp: true });
  assert.equal(radius.value, 40);
  await reverted.cancel("p99 rose");
  assert.deepEqual([radius.value, scale.value], [30, 2]);
  const { commits } = await tuner.call("tunables.history", { limit: 1 });
  assert.match(JSON.stringify(commits), /p99 rose/);
  await assert.rejects(reverted.keep(), { name: "TunerError" });
  await assert.rejects(tuner.attempt({ "try.radius": 99 }, { for: 600 }), { kind: "outOfRange" });
  await assert.rejects(tuner.attempt({ "try.radius": NaN }, { for: 600 }), TypeError);
});

test("the daemon reverts a try that nobody keeps", async () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("revert.radius", 1);
  await tuner.ready();
  await tuner.attempt({ "revert.radius": 30 }, { for: 0.05 });
  await value(radius, 1);
});

/** Starts a server that sends a text to each connection, and responds to nothing else. */
async function startServer(text) {
  const path = join(directory(), "late.sock");
  const sockets = [];
  const server = createServer((socket) => sockets.push(socket.on("error", () => {}).resume()) && socket.write(text));
  await new Promise((resolve) => server.listen(path, resolve));
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return path;
}

const values = '{"id":3,"result":{"subscription":"t1","epoch":"e","revision":1,"values":{"a.b":2}}}\n';
const begin = `{"id":1,"result":{"protocol":1}}\n{"id":2,"result":{}}\n${values}`;

test("a write that the daemon does not respond to fails after the time-out, and its outcome is unknown", async () => {
  const tuner = new Tuner({ socket: await startServer(begin), timeout: 20 });
  after(() => tuner.close());
  const radius = tuner.number("a.b", 1);
  await tuner.ready();
  const late = { kind: "outcomeUnknown", message: /did not respond in time/ };
  await assert.rejects(radius.set(3), late);
  await assert.rejects(radius.reset({ timeout: 10 }), late);
  await assert.rejects(tuner.update({ "a.b": 3 }, { timeout: 10 }), late);
  await assert.rejects(tuner.attempt({ "a.b": 3 }, { for: 60, timeout: 10 }), late);
  await assert.rejects(tuner.call("ping", undefined, { timeout: 10 }), late);
  assert.deepEqual([radius.value, tuner.isConnected], [2, true]);
});

test("a write without a greeting of the daemon fails after the time-out, and was not sent", async () => {
  const tuner = new Tuner({ socket: await startServer(""), timeout: 20 });
  after(() => tuner.close());
  await assert.rejects(tuner.number("a.b", 1).set(3), { kind: "notConnected", message: /not ready in time. No value was changed/ });
});

test("a time-out that is no number throws, and Infinity is none", async () => {
  const tuner = daemon.tuner({ timeout: Infinity });
  assert.equal(await tuner.call("ping"), "pong");
  for (const timeout of ["soon", NaN, -1]) await assert.rejects(tuner.call("ping", undefined, { timeout }), TypeError);
});
