// One connection of a tuner: its greeting, its declarations and its subscriptions.

import { AppliedReports } from "./applied.js";
import { check, encode, isText, types } from "./encoding.js";

/** The pause before the client sends a declaration again that the daemon could not store. */
const retryPause = 1_000;
/** The most keys of a subscription and of a declaration. */
const mostKeys = 16_384, mostDeclared = 1_000;
/** The most bytes of a key in a list, and of a declaration of several keys. */
const longestKey = 260, mostDeclaredBytes = 2 ** 20;

export class Session {
  /** The number of responses that `ready` waits for. */
  missing = 0;
  isComplete = false;
  refusals = [];
  reports;
  #connection;
  #registry;
  #faults;
  #changed;
  #declared = 0;
  #groups = new Map();
  /** Whether the values of the connection are the shared ones, and not those of a world. */
  #isShared = true;
  #isOver = false;

  /** `changed` is called when no response is missing. */
  constructor(connection, registry, faults, changed) {
    this.#connection = connection;
    this.#registry = registry;
    this.#faults = faults;
    this.#changed = changed;
    const send = (params) => connection.send("tunables.applied", encode(params));
    this.reports = new AppliedReports(send, () => registry.values.filter((one) => one.refusal && !one.context));
  }

  begin({ client, version, world, createsWorld }) {
    const refuse = ({ message }) => this.#connection.drop(message, true);
    const hello = { client, version, world: createsWorld ? undefined : world };
    this.#expect("session.hello", hello, ({ protocol, world: present, limits }) => {
      check(protocol === 1, `its version is ${protocol}, and the version of this program is 1`);
      // A session must begin also after an invalid limit.
      this.#connection.accepted = Math.max(limits?.message ?? 2 ** 24, 2 ** 12);
      // Somebody can have moved the program to a world.
      this.#isShared = present === undefined;
    }, refuse);
    if (createsWorld) this.#expect("worlds.create", { world }, () => {}, refuse);
    this.#registry.isDue = true;
    this.follow();
  }

  end() {
    this.#isOver = true;
    this.reports.end();
  }

  // Sends a request whose response `ready` waits for. With `receive`, it begins a subscription to a family of methods.
  #expect(method, params, finish, refuse, receive) {
    const counted = (handle) => (result) => {
      check(types.object(result), `the result of ${method} is no object`);
      handle(result);
      this.missing -= 1;
      if (!this.#isOver) this.#complete();
    };
    this.missing += 1;
    const sent = receive ? this.#connection.subscribe(method, params, receive, counted(finish), counted(refuse))
      : this.#connection.send(method, encode(params), counted(finish), counted(refuse));
    sent.catch(() => {});
  }

  #complete() {
    if (this.missing === 0) this.#changed();
  }

  /** Sends the declarations and the subscriptions that were not sent yet. */
  follow() {
    if (!this.#registry.isDue) return;
    this.#registry.isDue = false;
    this.#declareNew();
    const wanted = this.#registry.groups();
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

  #declareNew() {
    const { values } = this.#registry;
    const added = values.slice(this.#declared).filter((value) => !value.isRepeated);
    this.#declared = values.length;
    for (const family of ["tunables", "flags"]) {
      const all = added.filter((value) => value.family === family);
      for (let last = 0, size = 0; all.length > 0; last = size = 0) {
        while (last < all.length && last < mostDeclared && (size += all[last].size) <= mostDeclaredBytes) last += 1;
        this.#declare(family, all.splice(0, last || 1));
      }
    }
  }

  // The daemon accepts all declarations of a call or none. After a refusal, the client sends each one alone.
  #declare(family, values) {
    const specs = Object.fromEntries(values.map(({ key, spec }) => [key, spec]));
    this.#expect(`${family}.declare`, family === "flags" ? { flags: specs } : { specs }, () => {}, (error) => {
      if (values.length > 1) return values.forEach((value) => this.#declare(family, [value]));
      this.#faults.report(`a declaration was refused: ${error.message}`, values[0].key, error.kind);
      const mayPass = error.kind === "busy" || error.kind === "storage";
      if (mayPass) setTimeout(() => this.#isOver || this.#declare(family, values), retryPause).unref?.();
      else this.refusals.push(error);
    });
  }

  #subscribe(name, group, before) {
    const { family, keys } = group;
    const isTunables = family === "tunables" && keys;
    const receive = group.receive ?? (({ changes, from, to }) => {
      check(Number.isSafeInteger(to), "a revision is no whole number");
      this.#publish(name, changes);
      // Values of a world have no revision to resume from.
      if (isTunables && from === to) this.noteMoved(false);
      if (isTunables) this.#keep(to);
    });
    this.#groups.set(name, group);
    this.#expect(family, this.#parameters(group, isTunables), (result) => {
      before?.end?.();
      group.end = result.end;
      // The program may not need it any more.
      if (this.#groups.get(name) !== group) return result.end();
      if (group.receive) return receive(result);
      if (isTunables) return this.#receiveValues(name, keys, result);
      this.#publish(name, result.flags);
    }, (error) => {
      if (isTunables) return this.#connection.drop(error.message, true);
      this.refusals.push(error);
      this.#faults.report(`a subscription was refused: ${error.message}`, keys?.[0], error.kind);
    }, receive);
  }

  #parameters({ context, keys, params }, isTunables) {
    const all = isTunables ? { match: ["*", "stew.*"] } : {};
    const most = Math.min(mostKeys, this.#connection.accepted / longestKey);
    const named = keys?.length > most ? all : { keys: [...new Set(keys)] };
    if (!isTunables) return params ?? { ...named, context };
    const { since } = this.#registry;
    return { ...named, ack: true, since: since?.size === keys.length ? since.point : undefined, initial: true };
  }

  #receiveValues(name, keys, { epoch, revision, values, resumed, changes }) {
    const isWhole = isText(epoch) && Number.isSafeInteger(revision) && (resumed || types.object(values));
    check(isWhole, "a subscription has no values");
    // A key such as "constructor" is no value.
    const present = () => keys.map((key) => ({ key, value: Object.hasOwn(values, key) ? values[key] : undefined }));
    this.#publish(name, resumed ? changes : present());
    this.#registry.since = this.#isShared ? { size: keys.length, point: { epoch, revision } } : undefined;
    this.#keep(revision);
  }

  // Makes all values visible, then calls the observers of those that have changed.
  #publish(name, changes) {
    check(Array.isArray(changes) && changes.every(types.object), "a subscription has no list of values");
    const values = new Map(changes.map(({ key, value }) => [key, value]));
    const meant = this.#registry.values.filter((one) => one.group === name && values.has(one.key));
    const changed = meant.filter((one) => one.store(values.get(one.key)));
    this.reports.noteChanged(changed.filter((one) => !one.context));
    for (const one of changed) one.notify();
    if (this.#isShared) this.#registry.memory?.noteChange();
  }

  /** Notes that the values are now those of a world, or the shared ones again. */
  noteMoved(isShared) {
    this.#isShared = isShared;
    this.#registry.since = undefined;
    if (!isShared) this.#registry.memory?.discard();
  }

  // Keeps the revision whose values are visible: to resume from, and to report.
  #keep(revision) {
    if (this.#registry.since) this.#registry.since.point.revision = revision;
    // A callback may have closed the connection; then this reports nothing.
    this.reports.receive(revision);
  }
}
