// The values of one program, and its connection to a daemon.

import { transportOf } from "./address.js";
import { Attempt } from "./attempt.js";
import { Connection } from "./connection.js";
import { Deadline } from "./deadline.js";
import { checkFunction, checked, flag, tunable } from "./declarations.js";
import { check, encode, isText, typeOf } from "./encoding.js";
import { failure } from "./errors.js";
import { Faults } from "./faults.js";
import { Memory } from "./memory.js";
import { program } from "./node.js";
import { Registry } from "./registry.js";
import { Session } from "./session.js";
import { Waiting } from "./waiting.js";

/** The time after which a call fails, in milliseconds. */
const patience = 10_000;

export class Tuner {
  onFault = ({ message }) => console.error(`tuner: ${message}`);
  #options;
  #world;
  #createsWorld = false;
  #connection;
  #faults = new Faults((fault) => this.onFault(fault));
  #registry;
  #observers = new Set();
  #waiting = new Waiting();
  /** What has happened on this connection; undefined without one. */
  #session;
  #hasTried = false;

  constructor(options = {}) {
    const { name, version, world, valuesFile } = options;
    encode([name, version, world]);
    this.#options = options;
    this.#world = world ?? (program?.env.TUNER_WORLD || undefined);
    this.#registry = new Registry({
      faults: this.#faults,
      call: (...call) => this.call(...call),
      hold: () => this.#hold(),
      noteRead: (value) => this.#session?.reports.noteRead(value),
      noteRefusal: () => this.#session?.reports.noteRefusal(),
    });
    if (valuesFile !== undefined) {
      // The program sets its handler of faults after this.
      const report = (message) => queueMicrotask(() => this.#faults.report(message));
      this.#registry.memory = new Memory(valuesFile, report, () => this.#registry.received());
    }
  }

  number = (...declaration) => this.#declare("number", ...declaration);
  integer = (...declaration) => this.#declare("integer", ...declaration);
  boolean = (...declaration) => this.#declare("boolean", ...declaration);
  string = (...declaration) => this.#declare("string", ...declaration);
  value = (key, value, options) => this.#declare(typeOf(value), key, value, options);
  json = this.value;
  enumeration = (key, value, cases, options) => this.value(key, value, { ...options, enum: cases });

  #declare(...declaration) {
    return this.#add(tunable(...declaration));
  }

  flag(key, value, context = {}, options = {}) {
    return this.#add(flag(key, value, options), context);
  }

  #add(declaration, context) {
    const [value, isNew] = this.#registry.add(declaration, context);
    if (isNew) this.#schedule();
    return value;
  }

  get context() {
    return this.#registry.context;
  }

  set context(context) {
    this.#registry.context = context;
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

  async ready({ timeout = Infinity } = {}) {
    const deadline = new Deadline(timeout, () => this.#waiting.wake());
    const release = this.#hold();
    await this.#waiting.until(() => {
      const isReady = this.#session?.missing === 0 && !this.#registry.isDue;
      if (isReady || !deadline.isOver) return isReady;
      throw failure("notReady", `The daemon was not ready in time: ${this.#connection.reason}`);
    }).finally(() => {
      release();
      deadline.clear();
    });
    const [refusal] = this.#session.refusals;
    if (refusal) throw refusal;
  }

  snapshot(read) {
    return read();
  }

  async call(method, params, { timeout = this.#options.timeout ?? patience } = {}) {
    const text = encode(params);
    const deadline = new Deadline(timeout, () => this.#waiting.wake());
    const release = this.#hold();
    try {
      await this.#waitForSession(deadline);
      this.#session.follow();
      const sentence = "The daemon did not respond in time. Check whether the value has changed.";
      return await deadline.race(this.#connection.send(method, text), failure("outcomeUnknown", sentence));
    } finally {
      release();
      deadline.clear();
    }
  }

  // Until the daemon has accepted the world of the program, a write would change the shared state.
  async #waitForSession(deadline) {
    const hasState = () => this.isConnected || (this.#hasTried && !this.#session);
    await this.#waiting.until(() => hasState() || deadline.isOver);
    if (this.isConnected) return;
    const { reason } = this.#connection;
    const cause = hasState() ? `Not connected: ${reason}` : "The daemon was not ready in time";
    throw failure("notConnected", `${cause}. No value was changed.`);
  }

  async update(values, { timeout, ...options } = {}) {
    return this.call("tunables.update", { values: checked(values), ...options }, { timeout });
  }

  async attempt(values, { timeout, ...options } = {}) {
    const result = await this.call("tunables.try", { values: checked(values), ...options }, { timeout });
    return new Attempt(result.try, (method, params) => this.call(method, params, { timeout }));
  }

  async world(target) {
    const isNew = target?.create !== undefined;
    const name = (isNew ? target.create : target) ?? undefined;
    const world = name === true ? undefined : name;
    const result = await this.call(isNew ? "worlds.create" : "session.hello", { world });
    check(!isNew || isText(result.world), "a world has no name");
    [this.#world, this.#createsWorld] = [isNew ? result.world : world, isNew];
    this.#registry.since = undefined;
    this.#session?.noteMoved(this.#world === undefined);
    return this.#world ?? null;
  }

  subscribe(family, params, receive) {
    const name = Symbol(family);
    checkFunction(receive);
    encode({ family, params });
    const attempt = (message) => this.#faults.attempt(family, () => receive(message));
    this.#registry.streams.set(name, { family, params, receive: attempt });
    this.#schedule();
    return () => {
      this.#registry.streams.delete(name);
      this.#schedule();
    };
  }

  close() {
    this.#registry.memory?.write();
    this.#connection?.close("the program has closed the connection");
    this.#lose();
    this.#connection = undefined;
    this.#hasTried = this.#registry.isDue = false;
    this.#waiting.closings += 1;
  }

  /** Keeps the process alive until the returned function is called. */
  #hold() {
    this.#start();
    return this.#connection.hold();
  }

  #start() {
    if (this.#connection) return;
    const connection = (this.#connection = new Connection((events) => transportOf(this.#options)(events), {
      parse: this.#options.parse ?? JSON.parse,
      opened: () => this.#greet(),
      closed: (reason, isFault) => this.#lose(reason, isFault),
      ended: () => ((this.#registry.since = undefined), connection.drop("the world has ended")),
    }));
    connection.connect();
  }

  // Declarations of the same turn of the event loop are sent together.
  #schedule() {
    if (this.#registry.isDue) return;
    this.#registry.isDue = true;
    const { closings } = this.#waiting;
    queueMicrotask(() => {
      if (closings !== this.#waiting.closings) return;
      this.#start();
      this.#session?.follow();
    });
  }

  #greet() {
    const script = program?.argv[1]?.replace(/.*[/\\]|\.[cm]?[jt]s$/g, "").slice(0, 64).toWellFormed();
    const { name: client = script ?? (program ? "node" : "browser"), version } = this.#options;
    this.#session = new Session(this.#connection, this.#registry, this.#faults, () => this.#complete());
    this.#session.begin({ client, version, world: this.#world, createsWorld: this.#createsWorld });
  }

  #lose(reason, isFault) {
    const wasConnected = this.isConnected;
    this.#session?.end();
    this.#session = undefined;
    this.#hasTried = true;
    // A program runs without a daemon, too. But it may not know that it has no permission.
    const isRefused = /EACCES|another user|only its owner/.test(reason);
    if (isFault || isRefused) this.#faults.report(`there is no connection: ${reason}`);
    this.#waiting.wake();
    if (wasConnected) this.#announce(false);
  }

  #complete() {
    this.#waiting.wake();
    if (this.#session.isComplete) return;
    this.#session.isComplete = this.#hasTried = true;
    this.#connection.confirm();
    this.#announce(true);
  }

  #announce(isConnected) {
    for (const observer of [...this.#observers]) {
      this.#faults.attempt("the connection", () => observer(isConnected));
    }
  }
}

/** The tuner of this program. */
export const tuner = new Tuner();
