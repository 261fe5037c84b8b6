// The client of Tuner for Node and browsers: live constants and feature flags. README.md explains how to use it, and
// tuner.d.ts documents the members that a program uses.

const firstPause = 50, longestPause = 1_000;
/** The time after which the client reports values that the program has not read, in milliseconds. */
const patience = 1_000;
const longestMessage = 2 ** 28;
/** The most keys of a subscription, of a declaration, and of a list in a report. */
const mostKeys = 16_384, mostDeclared = 1_000, mostReported = 64;
/** The most bytes of a key in a list, and of a declaration of several keys. */
const longestKey = 260, mostDeclaredBytes = 2 ** 20;

export class TunerError extends Error {
  name = "TunerError";

  constructor({ message, data = {}, code }) {
    super(message);
    Object.assign(this, { kind: data.kind, data, code });
  }
}

const failure = (kind, message, key) => new TunerError({ message, data: { kind, key } });
const typeOf = (value) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);
const isEqual = (one, other) =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
const listed = (list) => (list.length > 0 ? list.slice(0, mostReported) : undefined);

/** Calls a function of the program, which may be asynchronous. `fail` receives its error. */
function run(action, fail) {
  try {
    const result = action();
    if (typeof result?.then === "function") Promise.resolve(result).catch(fail);
  } catch (error) {
    fail(error);
  }
}

const encoder = new TextEncoder();
const bytesOf = (text) => encoder.encode(text).length;
const keyRules = {
  tunables: [/^[\w.-]{1,256}$/, "1 to 256 letters, digits, _, - and ."],
  flags: [/^[^\0-\x1f\x7f-\x9f]+$/, "1 to 256 bytes without control characters"],
};

function check(condition, message) {
  if (!condition) throw new TypeError(message);
}

const checkFunction = (one) => check(typeof one === "function", `a callback must be a function, got ${typeOf(one)}`);

const jsonKinds = ["Null", "Boolean", "Number", "String", "Array", "Object"];

/** Returns a value that is the same after JSON: JSON.stringify drops undefined, and writes a Map as {}. */
function checked(value) {
  JSON.stringify(value, function (name, written) {
    const kind = Object.prototype.toString.call(this[name]).slice(8, -1);
    if (!jsonKinds.includes(kind)) throw new TypeError(`a value of JSON has no ${kind} (${name})`);
    return written;
  });
  return value;
}

// The daemon refuses a whole subscription with an invalid key.
function checkKey(family, key) {
  const [pattern, rule] = keyRules[family];
  const isKey = isText(key) && pattern.test(key) && bytesOf(key) <= 256;
  check(isKey, `${JSON.stringify(String(key).slice(0, 64))} is no key: a key of ${family} has ${rule}`);
}

const isText = (value) => typeof value === "string" && value.isWellFormed();

// JSON.stringify would write null for a number that JSON does not have. The daemon refuses half of a surrogate pair.
const encode = (params) => JSON.stringify(params, (name, value) => {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`JSON has no ${value} (${name})`);
  const isWhole = name.isWellFormed() && (typeof value !== "string" || value.isWellFormed());
  check(isWhole, `a text has half of a surrogate pair (${name.toWellFormed()})`);
  return value;
});

/** Opens a WebSocket of tunerweb. */
export const webSocket = (url) => ({ opened, received, closed }) => {
  const socket = new WebSocket(url);
  socket.onopen = opened;
  socket.onmessage = ({ data }) => received(data);
  socket.onclose = ({ reason }) => closed(reason);
  return { send: (text) => socket.send(text), close: () => socket.close(), hold() {} };
};

const program = globalThis.process?.versions?.node ? globalThis.process : undefined;
// Only Node has these modules: a bundler must not search for them.
const load = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);

/** Opens the socket of the daemon. With `mustCheck`, only one that no other user can have put there. */
const unixSocket = (path, mustCheck) => ({ opened, received, closed }) => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let socket, isHeld, isClosed, reason, parts = [], length = 0;
  const hold = (value) => {
    isHeld = value;
    socket?.[value ? "ref" : "unref"]();
  };
  const read = (bytes) => {
    const [first, ...lines] = decoder.decode(bytes, { stream: true }).split("\n");
    parts.push(first);
    for (const line of lines) {
      received(parts.join(""));
      [parts, length] = [[line], 0];
    }
    check((length += parts.at(-1).length) <= longestMessage, "a message is too long");
  };
  const open = async () => {
    if (mustCheck) await checkOwner(path);
    const { connect } = await load("net");
    if (isClosed) return;
    socket = connect(path, opened).on("error", ({ message }) => (reason = message)).on("close", () => closed(reason));
    socket.on("data", (bytes) => {
      try {
        read(bytes);
      } catch ({ message }) {
        closed(message, true);
      }
    });
    hold(isHeld);
  };
  open().catch(({ message }) => closed(message));
  return { send: (text) => socket.write(`${text}\n`), close: () => ((isClosed = true), socket?.destroy()), hold };
};

// Node cannot ask the kernel for the user of the daemon. So this checks who owns the socket, too.
async function checkOwner(path) {
  const { lstat } = await load("fs/promises");
  const directory = path.slice(0, path.lastIndexOf("/"));
  const [{ uid, mode }, socket] = await Promise.all([lstat(directory), lstat(path)]);
  const isOwn = (owner) => owner === 0 || owner === program.getuid();
  check(isOwn(uid) && isOwn(socket.uid), `${path} belongs to another user`);
  check((mode & 0o170022) === 0o040000, `${directory} is no directory that only its owner can write to`);
}

/**
 * Connects, connects again after a loss, and correlates responses with calls.
 *
 * Events: `opened`, `closed(reason, isFault)`, and `ended` if the world has ended. `retry` is awaited before each
 * further connection. `parse` parses a message.
 */
export class Connection {
  isOpen = false;
  reason = "connecting";
  /** The most bytes of a message that the daemon accepts. It ends the connection after a longer one. */
  accepted = 2 ** 24;
  #open;
  #events;
  #link;
  #lastID = 0;
  #calls = new Map();
  #receivers = new Map();
  #pause = 0;
  #timer;
  #holds = 0;

  /** `open` opens a WebSocket or another transport. */
  constructor(open, events) {
    this.#open = open;
    this.#events = { parse: JSON.parse, ...events };
  }

  connect() {
    if (this.#link) this.close();
    this.#timer = clearTimeout(this.#timer);
    const isCurrent = () => link === this.#link;
    const closed = (reason, isFault) => isCurrent() && this.drop(reason, isFault);
    const opened = () => isCurrent() && ((this.isOpen = true), this.#events.opened());
    let link = { close() {}, hold() {} };
    try {
      link = this.#open({ opened, received: (text) => isCurrent() && this.#receive(text), closed });
    } catch ({ message }) {
      setTimeout(closed, 0, message, true);
    }
    this.#link = link;
    this.#keepAlive();
  }

  /** Ends the connection, and stays without one until `connect` is called. */
  close(reason) {
    this.#timer = clearTimeout(this.#timer);
    const link = this.#link;
    this.#link = undefined;
    link?.close();
    this.reason = reason || (this.isOpen ? "the connection was lost" : this.reason);
    this.isOpen = false;
    this.#receivers.clear();
    const calls = this.#calls;
    this.#calls = new Map();
    const sentence = "The connection was lost before the response. Check whether the value has changed.";
    for (const { reject } of calls.values()) reject(failure("outcomeUnknown", sentence));
  }

  /** Ends the connection. Another one follows. */
  drop(reason, isFault = false) {
    this.close(reason);
    this.#pause = Math.min(longestPause, this.#pause * 2 || firstPause);
    const timer = (this.#timer = setTimeout(async () => {
      await this.#events.retry?.();
      if (timer === this.#timer) this.connect();
    }, this.#pause * (0.5 + Math.random() / 2)));
    this.#keepAlive();
    this.#events.closed(this.reason, isFault);
  }

  /** Makes the next pause a short one again: the daemon works. */
  confirm() {
    this.#pause = 0;
  }

  /** Keeps the process alive until the returned function is called. */
  hold() {
    this.#keepAlive(1);
    return () => this.#keepAlive(-1);
  }

  #keepAlive(change = 0) {
    this.#holds += change;
    this.#link?.hold(this.#holds > 0);
    this.#timer?.[this.#holds > 0 ? "ref" : "unref"]?.();
  }

  /**
   * Sends a request with its parameters as JSON text. `finish` receives the result, or `refuse` the error, before the
   * client handles the next message. The promise has the result of `finish`, or fails with a TunerError.
   */
  send(method, params, finish = (result) => result, refuse = undefined) {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(failure("notConnected", `Not connected: ${this.reason}`));
      const id = this.#lastID + 1;
      const start = encode({ jsonrpc: "2.0", id, method });
      const message = params === undefined ? start : `${start.slice(0, -1)},"params":${params}}`;
      const size = message.length * 3 < this.accepted ? 0 : bytesOf(message);
      if (size > this.accepted) {
        const refusal = failure("tooLarge", `${method} has ${size} bytes, and the daemon accepts ${this.accepted}`);
        refuse?.(refusal);
        return reject(refusal);
      }
      this.#lastID = id;
      this.#calls.set(id, { finish: (result) => resolve(finish(result)), refuse, reject });
      this.#link.send(message);
    });
  }

  /**
   * Subscribes to a family of methods, such as "tunables". `receive` is called with the parameters of each
   * notification. The result also has a function `end`, which ends the subscription.
   */
  subscribe(family, params, receive, finish = (result) => result, refuse = undefined) {
    return this.send(`${family}.subscribe`, encode(params), (result) => {
      const { subscription } = types.object(result) ? result : {};
      check(isText(subscription), "a subscription has no name");
      this.#receivers.set(subscription, { receive, method: `${family}.changed` });
      const end = () => {
        // A lost connection has ended its subscriptions, and the next one may have others of the same names.
        if (this.#receivers.get(subscription)?.receive !== receive) return;
        this.#receivers.delete(subscription);
        this.send(`${family}.unsubscribe`, encode({ subscription })).catch(() => {});
      };
      return finish({ ...result, end });
    }, refuse);
  }

  // Nothing that a daemon sends may end the program.
  #receive(text) {
    if (text.trim() === "") return;
    try {
      const message = this.#events.parse(text);
      check(types.object(message), "a message is no object");
      const { method, params, id, result, error } = message;
      if (method !== undefined) return this.#notify(method, params);
      const call = this.#calls.get(id);
      if (!call && !error && id !== undefined) return;
      const [next] = this.#calls.keys();
      check(call && id === next, error?.message ?? "a response belongs to no request, or to a later one");
      check(types.object(error) || result !== undefined, "a response has no result");
      if (error) {
        const refusal = new TunerError(error);
        call.refuse?.(refusal);
        call.reject(refusal);
      } else {
        call.finish(result);
      }
      this.#calls.delete(id);
    } catch ({ message }) {
      this.drop(`the daemon does not speak this protocol: ${message}`, true);
    }
  }

  #notify(method, params) {
    const receiver = this.#receivers.get(params?.subscription);
    if (method !== receiver?.method) return;
    if (params.ended) return this.#events.ended();
    try {
      receiver.receive(params);
    } catch {
      // A notification of another shape changes nothing.
    }
  }
}

/** A live value: a tunable or a flag. */
class Live {
  isUnread = false;
  #tuner;
  #value;
  #observers = new Set();

  constructor(tuner, members) {
    Object.assign(this, members);
    this.#tuner = tuner;
    this.#value = this.default;
  }

  get value() {
    if (this.isUnread) this.#tuner.noteRead(this);
    return this.#value;
  }

  // These functions need no `this`, so that a program can pass them to other libraries.
  get = () => this.value;

  onChange = (observer) => {
    checkFunction(observer);
    const entry = { observer };
    this.#observers.add(entry);
    return () => this.#observers.delete(entry);
  };

  subscribe = (observer) => {
    const end = this.onChange(observer);
    this.#tuner.attempt(this.key, () => observer(this.value));
    return end;
  };

  async *[Symbol.asyncIterator]() {
    let isNew = true, wake;
    const end = this.onChange(() => ((isNew = true), wake?.()));
    const release = this.#tuner.hold();
    try {
      for (;;) {
        if (!isNew) await new Promise((resolve) => (wake = resolve));
        isNew = false;
        yield this.value;
      }
    } finally {
      end();
      release();
    }
  }

  #call(method, params) {
    return this.#tuner.call(`${this.family}.${method}`, { key: this.key, ...params });
  }

  async set(value, options) {
    return this.#call("set", { value: checked(value), ...options });
  }

  reset() {
    return this.#call("reset");
  }

  toggle(options) {
    return this.context ? this.set(!this.value, options) : this.#call("toggle", options);
  }

  details() {
    return this.context ? this.#call("evaluate", { context: this.merged }) : this.#call("describe");
  }

  /** Stores a value of the daemon; undefined if it has none. Returns whether the value has changed. */
  store(value) {
    let next = this.default, isSame, text;
    try {
      if (value === undefined || this.fits(value)) next = value ?? next;
      else text = JSON.stringify(value).slice(0, 64).toWellFormed();
      isSame = isEqual(next, this.#value);
    } catch {
      // JavaScript cannot compare what is nested too deep.
      [next, text] = [this.default, "nested too deep"];
      isSame = next === this.#value;
    }
    this.refusal = text && `${this.key} is ${text}, which does not fit its declaration`;
    if (text) this.#tuner.report(this.refusal, this.key);
    // A tunable keeps its last value that fits, and a flag has its default.
    if (isSame || (text && !this.context)) return false;
    this.#value = next;
    return (this.isUnread = true);
  }

  notify() {
    for (const entry of [...this.#observers]) {
      if (this.#observers.has(entry)) this.#tuner.attempt(this.key, () => entry.observer(this.value));
    }
  }
}

const types = {
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: Number.isFinite,
  integer: Number.isInteger,
  array: Array.isArray,
  object: (value) => typeOf(value) === "object",
};

function transportOf({ socket = program?.env.TUNER_SOCKET, url }) {
  if (url || !program) {
    const { protocol, host, pathname } = new URL(url ?? "/", globalThis.origin);
    return webSocket(`${protocol.replace("http", "ws")}//${host}${pathname === "/" ? "/rpc" : pathname}`);
  }
  if (socket) return unixSocket(socket, false);
  const runtime = program.env.XDG_RUNTIME_DIR ?? "";
  const directory = runtime.startsWith("/") ? `${runtime}/tuner` : `/tmp/tuner-${program.getuid()}`;
  return unixSocket(`${directory}/tunerd.sock`, true);
}

export class Tuner {
  onFault = ({ message }) => console.error(`tuner: ${message}`);
  #options;
  #world;
  #createsWorld = false;
  #context = {};
  #connection;
  #values = [];
  #raw = new Map();
  #groups = new Map();
  /** The epoch and the revision of the values, and how many they are. */
  #since;
  #faults = new Set();
  #observers = new Set();
  #waits = [];
  /** What has happened on this connection; undefined without one. */
  #session;
  #hasTried = false;
  /** Whether a declaration or a subscription was not sent yet. */
  #isDue = false;
  /** How often the program has closed the connection. */
  #closings = 0;

  constructor(options = {}) {
    const { name, version, world } = options;
    encode([name, version, world]);
    this.#options = options;
    this.#world = world ?? (program?.env.TUNER_WORLD || undefined);
  }

  number = (...declaration) => this.#declare("number", ...declaration);
  integer = (...declaration) => this.#declare("integer", ...declaration);
  boolean = (...declaration) => this.#declare("boolean", ...declaration);
  string = (...declaration) => this.#declare("string", ...declaration);
  value = (key, value, options) => this.#declare(typeOf(value), key, value, options);
  json = this.value;
  enumeration = (key, value, cases, options) => this.value(key, value, { ...options, enum: cases });

  #declare(type, key, value, { min, max, secret, ...rest } = {}) {
    checkKey("tunables", key);
    for (const name of ["tags", "enum"]) {
      check(Array.isArray(rest[name] ?? []), `${name} of ${key} must be an array, got ${typeOf(rest[name])}`);
    }
    const spec = { type, default: value, minimum: min, maximum: max, "x-secret": secret, ...rest };
    const isAllowed = (one) => !(one < min || one > max) && (rest.enum?.some((other) => isEqual(one, other)) ?? true);
    return this.#add({ family: "tunables", key, spec, fits: (one) => types[type](one) && isAllowed(one) });
  }

  flag(key, value, context = {}, { description } = {}) {
    const type = typeOf(value);
    return this.#add({ family: "flags", key, spec: { type, default: value, description }, context, fits: types[type] });
  }

  #add({ family, key, spec, context, fits }) {
    checkKey(family, key);
    check(types[spec.type]?.(spec.default), `the default of ${key} is no value of this type`);
    checked(spec.default);
    const text = encode(spec);
    const same = this.#values.filter((one) => one.family === family && one.key === key);
    const known = same.find((one) => one.text === text && isEqual(one.context, context));
    if (known) return known;
    const isOther = same.some((one) => one.text !== text);
    if (isOther) this.report(`${key} is declared twice in this program, in different ways`, key);
    const members = { family, key, default: spec.default, spec, text, size: bytesOf(key + text), context, fits };
    const value = new Live(this, { ...members, isRepeated: same.length > 0 });
    this.#place(value);
    this.#values.push(value);
    this.#schedule();
    return value;
  }

  // All tunables are one subscription, and so are the flags of each context.
  #place(value) {
    if (value.context) value.merged = { ...this.#context, ...value.context };
    value.group = value.family + encode(value.merged ?? "");
  }

  get context() {
    return this.#context;
  }

  set context(context) {
    this.#context = JSON.parse(encode(context));
    this.#values.forEach((value) => this.#place(value));
    this.#schedule();
  }

  get isConnected() {
    return this.#session?.isComplete === true;
  }

  onConnection(observer) {
    checkFunction(observer);
    this.#observers.add(observer);
    this.#schedule();
    return () => this.#observers.delete(observer);
  }

  async ready({ timeout } = {}) {
    const end = Date.now() + timeout;
    const timer = timeout && setTimeout(() => this.#wake(), timeout);
    await this.#wait(() => {
      const isReady = this.#session?.missing === 0 && !this.#isDue;
      if (isReady || !(Date.now() >= end)) return isReady;
      throw failure("notReady", `The daemon was not ready in time: ${this.#connection.reason}`);
    }).finally(() => clearTimeout(timer));
    const [refusal] = this.#session.refusals;
    if (refusal) throw refusal;
  }

  async #wait(isOver) {
    const release = this.hold();
    const closings = this.#closings;
    try {
      while (!isOver()) {
        await new Promise((resolve) => this.#waits.push(resolve));
        if (closings === this.#closings) continue;
        throw failure("notConnected", "The program has closed the connection. No value was changed.");
      }
    } finally {
      release();
    }
  }

  #wake() {
    for (const resolve of this.#waits.splice(0)) resolve();
  }

  snapshot(read) {
    return read();
  }

  async call(method, params) {
    const text = encode(params);
    const release = this.hold();
    try {
      // Until the daemon has accepted the world of the program, a write would change the shared state.
      await this.#wait(() => this.isConnected || (this.#hasTried && !this.#session));
      const { reason } = this.#connection;
      if (!this.#session) throw failure("notConnected", `Not connected: ${reason}. No value was changed.`);
      this.#follow();
      return await this.#connection.send(method, text);
    } finally {
      release();
    }
  }

  async update(values, options) {
    return this.call("tunables.update", { values: checked(values), ...options });
  }

  async world(target) {
    const isNew = target?.create !== undefined;
    const name = (isNew ? target.create : target) ?? undefined;
    const world = name === true ? undefined : name;
    const result = await this.call(isNew ? "worlds.create" : "session.hello", { world });
    check(!isNew || isText(result.world), "a world has no name");
    [this.#world, this.#createsWorld, this.#since] = [isNew ? result.world : world, isNew];
    return this.#world ?? null;
  }

  subscribe(family, params, receive) {
    const name = Symbol(family);
    checkFunction(receive);
    encode({ family, params });
    this.#raw.set(name, { family, params, receive: (message) => this.attempt(family, () => receive(message)) });
    this.#schedule();
    return () => {
      this.#raw.delete(name);
      this.#schedule();
    };
  }

  close() {
    this.#connection?.close("the program has closed the connection");
    this.#lose();
    this.#connection = undefined;
    this.#hasTried = this.#isDue = false;
    this.#closings += 1;
  }

  /** Keeps the process alive until the returned function is called. */
  hold() {
    this.#start();
    return this.#connection.hold();
  }

  #start() {
    if (this.#connection) return;
    const connection = (this.#connection = new Connection((events) => transportOf(this.#options)(events), {
      parse: this.#options.parse ?? JSON.parse,
      opened: () => this.#greet(),
      closed: (reason, isFault) => this.#lose(reason, isFault),
      ended: () => ((this.#since = undefined), connection.drop("the world has ended")),
    }));
    connection.connect();
  }

  /** Reports a problem once. Two reports of the same problem have the same identity. */
  report(message, key, kind = "fault", identity = message) {
    if (this.#faults.has(identity)) return;
    if (this.#faults.size === 1_000) this.#faults.clear();
    this.#faults.add(identity);
    run(() => this.onFault(failure(kind, message, key)), console.error);
  }

  /** Calls a function of the program, which must not end the connection. */
  attempt(name, action) {
    run(action, (error) => {
      const text = String(error?.stack ?? error);
      // The text of an error can name the value. So an error is the same one if its type and its place are.
      const place = text.match(/^ +at .*$/gm) ?? [];
      this.report(`a callback of ${name} failed: ${text}`, undefined, "fault", `${name} ${error?.name} ${place.join()}`);
    });
  }

  // Declarations of the same turn of the event loop are sent together.
  #schedule() {
    if (this.#isDue) return;
    this.#isDue = true;
    const closings = this.#closings;
    queueMicrotask(() => {
      if (closings !== this.#closings) return;
      this.#start();
      if (this.#session) this.#follow();
    });
  }

  #greet() {
    const script = program?.argv[1]?.replace(/.*[/\\]|\.[cm]?[jt]s$/g, "").slice(0, 64).toWellFormed();
    const { name: client = script ?? (program ? "node" : "browser"), version } = this.#options;
    this.#session = { missing: 0, declared: 0, refusals: [], unread: new Set() };
    this.#groups.clear();
    this.#isDue = true;
    const refuse = ({ message }) => this.#connection.drop(message, true);
    const world = this.#world;
    const joined = this.#createsWorld ? undefined : world;
    this.#expect("session.hello", { client, version, world: joined }, ({ protocol, world: present, limits }) => {
      check(protocol === 1, `its version is ${protocol}, and the version of this program is 1`);
      // A session must begin also after an invalid limit.
      this.#connection.accepted = Math.max(limits?.message ?? 2 ** 24, 2 ** 12);
      // Somebody can have moved the program to a world.
      this.#session.isShared = present === undefined;
    }, refuse);
    if (this.#createsWorld) this.#expect("worlds.create", { world }, () => {}, refuse);
    this.#follow();
  }

  #lose(reason, isFault) {
    const wasConnected = this.isConnected;
    clearTimeout(this.#session?.timer);
    this.#session = undefined;
    this.#hasTried = true;
    // A program runs without a daemon, too. But it may not know that it has no permission.
    if (isFault || /EACCES|another user|only its owner/.test(reason)) this.report(`there is no connection: ${reason}`);
    this.#wake();
    if (wasConnected) this.#announce(false);
  }

  #announce(isConnected) {
    for (const observer of [...this.#observers]) this.attempt("the connection", () => observer(isConnected));
  }

  // Sends a request whose response `ready` waits for. With `receive`, it begins a subscription to a family of methods.
  #expect(method, params, finish, refuse, receive) {
    const session = this.#session;
    const counted = (handle) => (result) => {
      check(types.object(result), `the result of ${method} is no object`);
      handle(result);
      session.missing -= 1;
      if (session === this.#session) this.#complete();
    };
    session.missing += 1;
    const sent = receive ? this.#connection.subscribe(method, params, receive, counted(finish), counted(refuse))
      : this.#connection.send(method, encode(params), counted(finish), counted(refuse));
    sent.catch(() => {});
  }

  #complete() {
    const session = this.#session;
    if (session.missing > 0) return;
    this.#wake();
    if (session.isComplete) return;
    session.isComplete = this.#hasTried = true;
    this.#connection.confirm();
    this.#announce(true);
  }

  #follow() {
    if (!this.#isDue) return;
    this.#isDue = false;
    const added = this.#values.slice(this.#session.declared).filter((value) => !value.isRepeated);
    this.#session.declared = this.#values.length;
    for (const family of ["tunables", "flags"]) {
      const all = added.filter((value) => value.family === family);
      for (let last = 0, size = 0; all.length > 0; last = size = 0) {
        while (last < all.length && last < mostDeclared && (size += all[last].size) <= mostDeclaredBytes) last += 1;
        this.#send(family, all.splice(0, last || 1));
      }
    }
    const wanted = new Map(this.#raw);
    for (const { family, group: name, merged: context, key } of this.#values) {
      if (!wanted.has(name)) wanted.set(name, { family, context, keys: [] });
      wanted.get(name).keys.push(key);
    }
    for (const [name, { end }] of this.#groups) {
      if (wanted.has(name)) continue;
      this.#groups.delete(name);
      end?.();
    }
    for (const [name, group] of wanted) {
      const before = this.#groups.get(name);
      if (!before || before.keys?.length !== group.keys?.length) this.#subscribe(name, { ...group }, before);
    }
    this.#complete();
  }

  // The daemon accepts all declarations of a call or none. After a refusal, the client sends each one alone.
  #send(family, values) {
    const session = this.#session;
    const specs = Object.fromEntries(values.map(({ key, spec }) => [key, spec]));
    this.#expect(`${family}.declare`, family === "flags" ? { flags: specs } : { specs }, () => {}, (error) => {
      if (values.length > 1) return values.forEach((value) => this.#send(family, [value]));
      this.report(`a declaration was refused: ${error.message}`, values[0].key, error.kind);
      const mayPass = error.kind === "busy" || error.kind === "storage";
      if (mayPass) setTimeout(() => session === this.#session && this.#send(family, values), longestPause).unref?.();
      else session.refusals.push(error);
    });
  }

  #subscribe(name, group, before) {
    const session = this.#session;
    const { family, context, keys } = group;
    const isTunables = family === "tunables" && keys;
    const since = isTunables && this.#since?.size === keys.length ? this.#since.point : undefined;
    const all = isTunables ? { match: ["*", "stew.*"] } : {};
    const most = Math.min(mostKeys, this.#connection.accepted / longestKey);
    const named = keys?.length > most ? all : { keys: [...new Set(keys)] };
    const params = isTunables ? { ...named, ack: true, since, initial: true } : group.params ?? { ...named, context };
    const receive = group.receive ?? (({ changes, from, to }) => {
      check(Number.isSafeInteger(to), "a revision is no whole number");
      this.#publish(name, changes);
      // Values of a world have no revision to resume from.
      if (isTunables && from === to) this.#since = undefined;
      if (isTunables) this.#keep(to);
    });
    this.#groups.set(name, group);
    this.#expect(family, params, (result) => {
      before?.end?.();
      group.end = result.end;
      // The program may not need it any more.
      if (this.#groups.get(name) !== group) return result.end();
      if (group.receive) return receive(result);
      if (!isTunables) return this.#publish(name, result.flags);
      const { epoch, revision, values, resumed, changes } = result;
      const isWhole = isText(epoch) && Number.isSafeInteger(revision) && (resumed || types.object(values));
      check(isWhole, "a subscription has no values");
      // A key such as "constructor" is no value.
      const present = () => keys.map((key) => ({ key, value: Object.hasOwn(values, key) ? values[key] : undefined }));
      this.#publish(name, resumed ? changes : present());
      this.#since = session.isShared ? { size: keys.length, point: { epoch, revision } } : undefined;
      this.#keep(revision);
    }, (error) => {
      if (isTunables) return this.#connection.drop(error.message, true);
      this.#session.refusals.push(error);
      this.report(`a subscription was refused: ${error.message}`, keys?.[0], error.kind);
    }, receive);
  }

  // Makes all values visible, then calls the observers of those that have changed.
  #publish(name, changes) {
    check(Array.isArray(changes) && changes.every(types.object), "a subscription has no list of values");
    const values = new Map(changes.map(({ key, value }) => [key, value]));
    const meant = this.#values.filter((one) => one.group === name && values.has(one.key));
    const changed = meant.filter((one) => one.store(values.get(one.key)));
    for (const one of changed) if (!one.context) this.#session.unread.add(one);
    for (const one of changed) one.notify();
  }

  // Keeps the revision whose values are visible: to resume from, and to report.
  #keep(revision) {
    if (this.#since) this.#since.point.revision = revision;
    // A callback may have closed the connection.
    if (!this.#session) return;
    Object.assign(this.#session, { revision, mustReport: true });
    this.#report();
  }

  /** Notes that the program has read a value. */
  noteRead(value) {
    value.isUnread = false;
    const session = this.#session;
    if (!session?.unread.delete(value) || session.unread.size > 0) return;
    session.mustReport = true;
    queueMicrotask(() => session === this.#session && this.#report());
  }

  // Reports the newest revision when the program has read its values, or after a time those that it has not read.
  #report(isLate = false) {
    const session = this.#session;
    clearTimeout(session.timer);
    if (session.isReporting || !session.mustReport) return;
    if (session.unread.size > 0 && !isLate) {
      session.timer = setTimeout(() => this.#report(true), patience);
      return session.timer.unref?.();
    }
    const unread = listed([...session.unread].map(({ key }) => key));
    const refusing = this.#values.filter((one) => one.refusal && !one.context);
    const refused = listed(refusing.map(({ key, refusal }) => ({ key, reason: refusal })));
    Object.assign(session, { mustReport: false, isReporting: true });
    const end = () => {
      session.isReporting = false;
      if (session === this.#session) this.#report();
    };
    this.#connection.send("tunables.applied", encode({ revision: session.revision, unread, refused })).then(end, end);
  }
}

export const tuner = new Tuner();
export default tuner;

export class TunerProvider {
  metadata = { name: "tuner" };
  runsOn = "server";
  #tuner;
  #handlers = [];
  #ends = [];
  events = {
    addHandler: (type, handler) => this.#handlers.push({ type, handler }),
    removeHandler: (type, handler) => {
      this.#handlers = this.#handlers.filter((one) => one.type !== type || one.handler !== handler);
    },
  };

  constructor(from = tuner) {
    this.#tuner = from;
  }

  #emit(wanted, details) {
    for (const { type, handler } of this.#handlers) {
      if (type === `PROVIDER_${wanted}`) handler({ providerName: "tuner", ...details });
    }
  }

  async initialize() {
    await this.onClose();
    let version, isLost;
    const noteVersion = ({ flagsVersion = version }) => {
      if (version !== undefined && flagsVersion !== version) this.#emit("CONFIGURATION_CHANGED");
      version = flagsVersion;
    };
    const noteConnection = (isConnected) => {
      if (!isConnected) this.#emit("ERROR", { message: "the connection to the daemon was lost" });
      else if (isLost) this.#emit("READY");
      isLost = !isConnected;
    };
    this.#ends = [this.#tuner.onConnection(noteConnection), this.#tuner.subscribe("server", {}, noteVersion)];
    await this.#tuner.call("ping").catch((error) => {
      isLost = true;
      throw error;
    });
  }

  async onClose() {
    for (const end of this.#ends.splice(0)) end();
  }

  resolveBooleanEvaluation = (...call) => this.#resolve("boolean", ...call);
  resolveStringEvaluation = (...call) => this.#resolve("string", ...call);
  resolveNumberEvaluation = (...call) => this.#resolve("number", ...call);
  resolveObjectEvaluation = (...call) => this.#resolve("object", ...call);

  async #resolve(type, key, fallback, context) {
    try {
      const result = await this.#tuner.call("flags.evaluate", { key, type, default: fallback, context });
      return { value: fallback, ...result, flagMetadata: result.metadata };
    } catch ({ kind, message: errorMessage }) {
      const errorCode = kind === "notConnected" ? "PROVIDER_NOT_READY" : "GENERAL";
      return { value: fallback, reason: "ERROR", errorCode, errorMessage };
    }
  }
}
