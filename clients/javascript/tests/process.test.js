// Whole programs: when they end, where they connect, and the threads of Node.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { Worker } from "node:worker_threads";
import { directory, startDaemon } from "./daemon.js";

const client = new URL("../tuner.js", import.meta.url);
let daemon;
before(async () => (daemon = await startDaemon()));

/** Runs a program, and returns its output when it has ended by itself. */
async function run(source, environment = {}) {
  const program = `import { tuner, Tuner } from ${JSON.stringify(client)}; ${source}`;
  const { TUNER_WORLD, ...inherited } = process.env;
  const options = { env: { ...inherited, TUNER_SOCKET: daemon.socket, ...environment } };
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], options);
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const code = await new Promise((resolve) => child.on("exit", resolve));
  assert.equal(code, 0, output);
  return output;
}

test("an idle connection does not keep a program alive", async () => {
  const source = 'const radius = tuner.number("idle.radius", 1); radius.onChange(console.log); await tuner.ready(); console.log(radius.value)';
  assert.equal(await run(source), "1\n");
});

test("a program that only declares ends, with a daemon and without one", async () => {
  const source = 'console.log(tuner.number("end.radius", 1).value)';
  assert.equal(await run(source), "1\n");
  assert.equal(await run(source, { TUNER_SOCKET: join(daemon.directory, "none") }), "1\n");
});

test("ready and an iterator keep a program alive until they are over", async () => {
  const source = 'const radius = tuner.number("alive.radius", 1); for await (const one of radius) { console.log(one); if (one > 1) break; radius.set(2); }';
  assert.equal(await run(source), "1\n2\n");
  const waiting = run('await tuner.ready(); console.log("ready")', { TUNER_SOCKET: join(daemon.directory, "later") });
  // The program waits without a daemon, so one can start later at its address.
  symlinkSync(daemon.socket, join(daemon.directory, "later"));
  assert.equal(await waiting, "ready\n");
});

test("the program uses the directory of XDG_RUNTIME_DIR, unless others can write to it", async () => {
  const runtime = directory();
  const tuner = join(runtime, "tuner");
  mkdirSync(tuner, { mode: 0o700 });
  symlinkSync(daemon.socket, join(tuner, "tunerd.sock"));
  const source = 'console.log(await tuner.call("ping").catch(({ kind }) => kind))';
  assert.equal(await run(source, { TUNER_SOCKET: "", XDG_RUNTIME_DIR: runtime }), "pong\n");
  chmodSync(tuner, 0o770);
  assert.match(await run(source, { TUNER_SOCKET: "", XDG_RUNTIME_DIR: runtime }), /^tuner: .* only its owner can write to\nnotConnected\n$/);
});

test("the name of the program is that of its script, and TUNER_WORLD is its world", async () => {
  const world = "w-0123456789abcdef";
  const owner = daemon.tuner();
  await owner.call("worlds.create", { world });
  const source = 'const radius = tuner.number("world.radius", 1); await radius.set(5); console.log(radius.value)';
  assert.equal(await run(source, { TUNER_WORLD: world }), "5\n");
  assert.equal((await daemon.tuner().call("tunables.get", { key: "world.radius" })).value, 1);
  assert.equal((await owner.call("tunables.get", { key: "world.radius" })).value, 5);
});

test("each worker thread has its own tuner", async () => {
  const source = `
    const { parentPort } = require("node:worker_threads");
    import(${JSON.stringify(client)}).then(async ({ Tuner }) => {
      const tuner = new Tuner({ socket: ${JSON.stringify(daemon.socket)} });
      const radius = tuner.number("worker.radius", 1);
      await radius.set(7);
      parentPort.postMessage(radius.value);
    });`;
  const worker = new Worker(source, { eval: true });
  const ended = new Promise((resolve) => worker.on("exit", resolve));
  assert.equal(await new Promise((resolve) => worker.on("message", resolve)), 7);
  assert.equal(await ended, 0);
});
