// The package as a user installs it, and the examples of README.md.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { directory, startDaemon } from "./daemon.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const blocks = (language) => [...readFileSync(join(root, "README.md"), "utf8").matchAll(/^```(.*)\n([^]*?)^```$/gm)]
  .filter(([, name]) => name === language).map(([, , text]) => text);
/** In continuous integration, no program may be missing. */
const hasProgram = (name) => {
  if (process.env.CI === "true") return true;
  try {
    return Boolean(execFileSync("/bin/sh", ["-c", `command -v ${name}`]));
  } catch {
    return false;
  }
};
const withNPM = hasProgram("npm") ? {} : { skip: "missing here: npm" };
const withCompiler = hasProgram("tsc") ? {} : { skip: "missing here: node-typescript" };

const run = (program, words, options) => {
  try {
    return execFileSync(program, words, { encoding: "utf8", ...options });
  } catch ({ message, stdout }) {
    return assert.fail(`${message}\n${stdout}`);
  }
};

/** Installs the package as a file in a new directory, without a network, and returns the directory. */
function install() {
  const path = directory();
  const npm = (...words) => run("npm", [...words, "--offline", "--no-audit", "--no-fund", "--cache", join(path, "cache")], { cwd: path });
  const name = npm("pack", root, "--silent").trim();
  const files = run("tar", ["--list", "--gzip", "--file", name], { cwd: path }).split("\n").sort().filter(Boolean);
  const modules = readdirSync(root).filter((name) => name.endsWith(".js"));
  const all = ["README.md", "methods.d.ts", "package.json", "tuner.d.ts", ...modules].sort();
  assert.deepEqual(files, all.map((file) => `package/${file}`));
  writeFileSync(join(path, "package.json"), '{"type":"module"}');
  npm("install", `./${name}`);
  return path;
}

test("each example of the README prints what its comments say, with the installed package", withNPM, async () => {
  const path = install();
  const examples = blocks("js");
  assert.ok(examples.length >= 7);
  for (const [index, example] of examples.entries()) {
    const daemon = await startDaemon();
    const file = join(path, `example${index}.js`);
    writeFileSync(file, example);
    const environment = { ...process.env, TUNER_SOCKET: daemon.socket };
    delete environment.TUNER_WORLD;
    const output = run(process.execPath, [file], { env: environment, timeout: 120_000 });
    await daemon.stop();
    // A comment after a line that prints has the output; so has one with the words of a callback.
    const printed = example.split("\n").map((line) => /( await | loop|console\.log|reset|layers\.put|set\(13).*?\/\/ (.*)$/.exec(` ${line}`)?.[2]);
    const expected = printed.filter((text) => text && output.split("\n").includes(text));
    assert.deepEqual(output.split("\n").filter(Boolean), expected, example);
    assert.ok(expected.length >= (example.match(/console\.log\(/g) ?? []).length, example);
  }
});

test("the types hold in strict mode, and so does the example of the README", { ...withNPM, ...withCompiler }, () => {
  const path = install();
  const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", "node16", "--moduleResolution", "node16"];
  run("tsc", [...options, join(root, "tests/examples.ts")]);
  const [example] = blocks("ts");
  writeFileSync(join(path, "example.ts"), example);
  run("tsc", [...options, "example.ts"], { cwd: path });
});

test("the types name each export and each member of the module", async () => {
  const types = readFileSync(join(root, "tuner.d.ts"), "utf8");
  const { tuner, Tuner, TunerError, TunerProvider, default: shared, ...others } = await import("../tuner.js");
  assert.equal(shared, tuner);
  assert.deepEqual([typeof Tuner, others], ["function", {}]);
  const names = (one) => [...Object.getOwnPropertyNames(one), ...Object.getOwnPropertyNames(Object.getPrototypeOf(one))];
  const known = ["constructor", "name", "stack", "message"];
  for (const one of [tuner, new TunerProvider(), new TunerError({ message: "" })]) {
    for (const name of names(one).filter((name) => !known.includes(name))) {
      assert.match(types, new RegExp(`^ +(readonly )?${name}\\b`, "m"), name);
    }
  }
});
