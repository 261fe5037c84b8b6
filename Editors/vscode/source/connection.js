"use strict";
// JSON-RPC 2.0 over the standard input and output of a program, framed by Content-Length.

const { spawn } = require("node:child_process");

class Connection {
  #process;
  #pending = new Map();
  #handlers = new Map();
  #unread = Buffer.alloc(0);
  #lastID = 0;

  // Starts a program. Calls `ended` once, when the program has ended or could not be started.
  constructor(command, directory, ended) {
    this.#process = spawn(command[0], command.slice(1), { cwd: directory, stdio: ["pipe", "pipe", "ignore"] });
    let hasEnded = false;
    const end = (reason) => {
      if (hasEnded) return;
      hasEnded = true;
      for (const { reject } of this.#pending.values()) reject(new Error(reason));
      this.#pending.clear();
      ended(reason);
    };
    this.#process.on("error", (error) => end(error.message));
    this.#process.on("close", (code, signal) => end(`${command.join(" ")} has ended with ${signal ?? `code ${code}`}`));
    // A write after the end fails; `close` reports the end.
    this.#process.stdin.on("error", () => {});
    this.#process.stdout.on("data", (bytes) => this.#receive(bytes));
  }

  // Registers the function that handles a method; the result of a request is what the function returns.
  handle(method, run) {
    this.#handlers.set(method, run);
  }

  notify(method, params) {
    this.#send({ method, params });
  }

  // Sends a request, and returns the promise of its result. A VS Code token cancels it.
  request(method, params, token) {
    const id = ++this.#lastID;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      token?.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
      this.#send({ id, method, params });
    });
  }

  // Ends the program as the protocol says, and by a signal if it does not end.
  async stop() {
    const timer = setTimeout(() => this.#process.kill(), 2000);
    this.#process.on("close", () => clearTimeout(timer));
    await this.request("shutdown").catch(() => {});
    this.notify("exit");
  }

  #send(message) {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.#process.stdin.write(`Content-Length: ${bytes.length}\r\n\r\n`);
    this.#process.stdin.write(bytes);
  }

  #receive(bytes) {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const end = this.#unread.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = /^content-length: *(\d+)/im.exec(this.#unread.toString("latin1", 0, end));
      const start = end + 4;
      if (!length || this.#unread.length < start + Number(length[1])) return;
      const message = this.#unread.toString("utf8", start, start + Number(length[1]));
      this.#unread = this.#unread.subarray(start + Number(length[1]));
      this.#dispatch(JSON.parse(message));
    }
  }

  async #dispatch(message) {
    if (message.method === undefined) {
      const request = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.error) request?.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
      else request?.resolve(message.result);
      return;
    }
    const run = this.#handlers.get(message.method);
    if (message.id === undefined) {
      run?.(message.params);
    } else if (!run) {
      this.#send({ id: message.id, error: { code: -32601, message: `There is no method ${message.method}` } });
    } else {
      try {
        this.#send({ id: message.id, result: (await run(message.params)) ?? null });
      } catch (error) {
        this.#send({ id: message.id, error: { code: -32603, message: String(error.message) } });
      }
    }
  }
}

module.exports = { Connection };
