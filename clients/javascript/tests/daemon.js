// A real tunerd for a test, in a private directory. TUNERD has its path; without it, PATH is searched.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { Tuner } from "../tuner.js";

// A hook that is added inside of another hook runs too early.
const ends = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});

/** Returns a new private directory, which is removed after the tests. */
export function directory() {
  const path = mkdtempSync(join(tmpdir(), "tuner-"));
  ends.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export class Daemon {
  directory = directory();
  socket = join(this.directory, "run.sock");
  #process;
  #options;

  constructor(...options) {
    this.#options = options;
  }

  /** Starts the daemon, and waits until it listens. */
  async start() {
    const options = ["--socket", this.socket, "--state", join(this.directory, "state"), ...this.#options];
    const child = (this.#process = spawn(process.env.TUNERD ?? "tunerd", options, { stdio: ["ignore", "ignore", "pipe"] }));
    const lines = createInterface({ input: child.stderr });
    const texts = [];
    await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`tunerd has ended: ${texts.join("\n")}`)));
      lines.on("line", (line) => {
        texts.push(line);
        if (line.includes("listening on")) resolve();
      });
    });
    child.removeAllListeners("exit");
    return this;
  }

  async stop(signal = "SIGTERM") {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  /** Returns a tuner, which is closed after the tests. Its faults are collected. */
  tuner(options) {
    const tuner = new Tuner({ socket: this.socket, ...options });
    tuner.faults = [];
    tuner.onFault = (fault) => tuner.faults.push(fault);
    ends.push(() => tuner.close());
    return tuner;
  }
}

/** Starts a daemon with options, which is stopped after the tests. */
export async function startDaemon(...options) {
  const daemon = await new Daemon(...options).start();
  ends.push(() => daemon.stop());
  return daemon;
}

/** Waits until a live value has a value. */
export async function value(live, wanted) {
  for await (const one of live) if (JSON.stringify(one) === JSON.stringify(wanted)) return;
}

/** Waits until the tuner is connected, or is not. */
export function connection(tuner, isConnected) {
  if (tuner.isConnected === isConnected) return Promise.resolve();
  return new Promise((resolve) => {
    const end = tuner.onConnection((now) => {
      if (now !== isConnected) return;
      end();
      resolve();
    });
  });
}
