// The file that stores the last known values, in Node. The clients in other languages have the same file.

import { check, encode, isText, types } from "./encoding.js";
import { program } from "./node.js";

const format = "tuner values", version = 1;
const sorted = (name, value) => (types.object(value) ? Object.fromEntries(Object.entries(value).sort()) : value);

/** Returns one name for each key, and for each flag in equal contexts. */
const nameOf = ({ key, context }) => JSON.stringify([key, context ?? null], sorted);

export class ValuesFile {
  #path;
  #files;
  #report;
  /** The values that no declaration has taken yet, by name. */
  #remembered = new Map();

  /** Reads the stored values; there are none if the file is missing or cannot be read. */
  constructor(path, report) {
    check(isText(path), "the path of a values file must be a text");
    this.#files = program?.getBuiltinModule?.("fs");
    check(this.#files, "a values file needs Node 20.16 or later");
    this.#path = path;
    this.#report = (reason) => report(`the values file ${path} cannot be used: ${reason}`);
    this.#read();
  }

  #read() {
    this.#removeLeftovers();
    try {
      // Opening a pipe would wait for a writer, and reading a device might never end.
      if (!this.#files.statSync(this.#path).isFile()) return this.#report("it is not a regular file");
      this.#remember(this.#files.readFileSync(this.#path, "utf8"));
    } catch ({ code, message }) {
      if (code !== "ENOENT") this.#report(message);
    }
  }

  #remember(text) {
    try {
      const content = JSON.parse(text);
      const { values, flags } = content;
      check(content.format === format && content.version === version && types.object(values));
      const entries = flags.map(({ key, context, value }) => {
        check(isText(key) && types.object(context) && value !== undefined);
        return { key, context, value };
      });
      for (const [key, value] of Object.entries(values)) entries.push({ key, value });
      this.#remembered = new Map(entries.map((entry) => [nameOf(entry), entry]));
    } catch {
      this.#report("its content is not a list of tuner values");
    }
  }

  /** Returns the stored value of a key, or of a flag in a context; undefined if there is none. */
  take(key, context) {
    const name = nameOf({ key, context });
    const entry = this.#remembered.get(name);
    this.#remembered.delete(name);
    return entry?.value;
  }

  /** Replaces the content of the file: a new file is renamed, so that a reader never sees half of it. */
  write(entries) {
    const all = [...entries, ...this.#remembered.values()];
    const values = Object.fromEntries(all.filter(({ context }) => !context).map(({ key, value }) => [key, value]));
    const flags = all.filter(({ context }) => context);
    const files = this.#files;
    try {
      files.mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      // Another thread or another program may be writing this file at the same time.
      const number = Math.floor(Math.random() * 2 ** 31);
      const path = `${this.#directory}/.${this.#name}-${program.pid}-${number}.new`;
      try {
        files.writeFileSync(path, encode({ format, version, values, flags }), { mode: 0o600, flush: true });
        files.renameSync(path, this.#path);
      } catch (error) {
        files.rmSync(path, { force: true });
        throw error;
      }
    } catch ({ message }) {
      this.#report(message);
    }
  }

  get #directory() {
    return this.#path.includes("/") ? this.#path.replace(/\/[^/]*$/, "") || "/" : ".";
  }

  get #name() {
    return this.#path.replace(/^.*\//, "");
  }

  // A program that was killed may have left its new file.
  #removeLeftovers() {
    const files = this.#files;
    const isWriting = (pid) => {
      try {
        return program.kill(pid, 0);
      } catch ({ code }) {
        return code !== "ESRCH";
      }
    };
    try {
      for (const name of files.readdirSync(this.#directory)) {
        const [start, end] = [`.${this.#name}-`, name.slice(this.#name.length + 2)];
        const pid = name.startsWith(start) && /^(\d+)(-\d+)?\.new$/.exec(end)?.[1];
        if (pid && !isWriting(Number(pid))) files.rmSync(`${this.#directory}/${name}`, { force: true });
      }
    } catch {
      // The directory may be missing.
    }
  }
}
