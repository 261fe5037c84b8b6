// The file with the last known values.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Tuner } from "../tuner.js";
import { Daemon, directory, startDaemon, value } from "./daemon.js";

const content = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Returns a tuner that finds no daemon, and its faults. */
function alone(valuesFile) {
  const tuner = new Tuner({ socket: join(directory(), "none"), valuesFile });
  const faults = [];
  tuner.onFault = ({ message }) => faults.push(message);
  after(() => tuner.close());
  return [tuner, faults];
}

test("without a daemon, the program begins with the last known values, also of keys that one run did not use", async () => {
  const daemon = await startDaemon();
  const file = join(directory(), "kept/values.json");
  const first = daemon.tuner({ valuesFile: file });
  const seldom = first.number("file.seldom", 0);
  await seldom.set(5);
  await first.flag("file.flag", false, { plan: "pro", age: 3 }).set(true);
  first.close();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const second = daemon.tuner({ valuesFile: file });
  await second.number("file.often", 0).set(2);
  second.close();
  const stored = [{ key: "file.flag", context: { plan: "pro", age: 3 }, value: true }];
  assert.deepEqual(content(file), { format: "tuner values", version: 1, values: { "file.often": 2, "file.seldom": 5 }, flags: stored });
  const [tuner, faults] = alone(file);
  assert.deepEqual([tuner.number("file.seldom", 0).value, tuner.number("file.often", 0).value], [5, 2]);
  assert.deepEqual([tuner.flag("file.flag", false, { age: 3, plan: "pro" }).value, tuner.flag("file.flag", false).value], [true, false]);
  // A value that does not fit is not used.
  assert.equal(alone(file)[0].number("file.seldom", 0, { max: 4 }).value, 0);
  assert.deepEqual([faults, readdirSync(join(file, ".."))], [[], ["values.json"]]);
});

test("the values of the daemon replace those of the file", async () => {
  const daemon = await startDaemon();
  const file = join(directory(), "values.json");
  writeFileSync(file, '{"format":"tuner values","version":1,"values":{"new.radius":5,"new.scale":5},"flags":[]}');
  await daemon.tuner().call("tunables.set", { key: "new.radius", value: 7 });
  const tuner = daemon.tuner({ valuesFile: file });
  const [radius, scale] = [tuner.number("new.radius", 0), tuner.number("new.scale", 0)];
  assert.deepEqual([radius.value, scale.value], [5, 5]);
  await tuner.ready();
  assert.deepEqual([radius.value, scale.value], [7, 0]);
  tuner.close();
  assert.equal(content(file).values["new.radius"], 7);
});

test("a process that ends by itself writes the file", async () => {
  const daemon = await startDaemon();
  const file = join(directory(), "values.json");
  const client = new URL("../tuner.js", import.meta.url);
  const program = `import { Tuner } from ${JSON.stringify(client)};
    const tuner = new Tuner({ valuesFile: ${JSON.stringify(file)} });
    const radius = tuner.number("exit.radius", 1);
    await radius.set(2);`;
  const options = { env: { ...process.env, TUNER_SOCKET: daemon.socket, TUNER_WORLD: "" } };
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], options);
  assert.equal(await new Promise((resolve) => child.on("exit", resolve)), 0);
  assert.equal(content(file).values["exit.radius"], 2);
});

test("the values of a world are not stored", async () => {
  const daemon = await startDaemon();
  const file = join(directory(), "values.json");
  const tuner = daemon.tuner({ valuesFile: file });
  await tuner.world({ create: true });
  const radius = tuner.number("world.radius", 1);
  await radius.set(7);
  tuner.close();
  assert.equal(existsSync(file), false);
  const owner = daemon.tuner();
  const world = await owner.world({ create: true });
  await owner.call("tunables.set", { key: "world.radius", value: 8 });
  const moved = daemon.tuner({ valuesFile: file });
  const seen = moved.number("world.radius", 1);
  await moved.ready();
  await owner.call("worlds.move", { pid: process.pid, world });
  await value(seen, 8);
  moved.close();
  assert.equal(existsSync(file), false);
});

test("a file that cannot be used is a fault, and does not stop the program", async () => {
  const place = directory();
  const pipe = join(place, "pipe");
  execFileSync("mkfifo", [pipe]);
  const strange = join(place, "strange");
  writeFileSync(strange, "{}");
  const cases = { [pipe]: "it is not a regular file", [strange]: "its content is not a list of tuner values" };
  for (const [file, reason] of Object.entries(cases)) {
    const daemon = new Daemon();
    const tuner = new Tuner({ socket: daemon.socket, valuesFile: file });
    const fault = new Promise((resolve) => (tuner.onFault = resolve));
    assert.equal(tuner.number("a.b", 1).value, 1);
    assert.equal((await fault).message, `the values file ${file} cannot be used: ${reason}`);
    tuner.close();
  }
  for (const valuesFile of [5, null]) assert.throws(() => new Tuner({ valuesFile }), TypeError);
});

test("the new file of a program that was killed is removed, and that of a running one is not", () => {
  const place = directory();
  const names = [`.values.json-${process.ppid}-3.new`, ".values.json-1.new", ".other.json-1.new", "values.json.new"];
  for (const name of names) writeFileSync(join(place, name), "");
  const dead = execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
  writeFileSync(join(place, `.values.json-${dead}-7.new`), "");
  alone(join(place, "values.json"));
  assert.deepEqual(readdirSync(place).sort(), names.sort());
});
