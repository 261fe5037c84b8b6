// The tunables as the daemon has them, and what this page knows about their past.

import { on, onceAFrame } from "./dom.js";
import { number, typeOf } from "./json.js";

/** The longest series of one key, and the commits that the page reads at its start. */
const longestSeries = 10_000, commitsAtStart = 1_000;
const reloadPause = 100;
/** What the daemon has in place of a secret value in its lists. */
const hidden = "(secret)";
/** The time after its end in which a notification replaces a value, in milliseconds. */
const endPause = 1_000;
/** The patterns that the daemon takes in a call. */
const longestMatch = 100;

/**
 * All tunables. They stay when the connection is lost.
 *
 * Events, at most one of each in a frame: "keys" when there are other keys or other specs, and "values" with the keys
 * whose values have changed in `detail`.
 */
export class Values extends EventTarget {
  /** Each tunable by its key: key, value, origin, revision, end, spec, and the actor and time of its last change. */
  all = new Map();
  temporary = new Set();
  revision = 0;
  epoch = "";
  /**
   * For each key, the points of its numbers: {time, value, revision, actor}, and the `exact` value if JavaScript rounds it.
   * The first one has the value before the first known change; its time is -Infinity. NaN is no value.
   */
  series = new Map();
  /** How far back the series reach: {revision, time, isComplete}. */
  past;

  #daemon;
  #world;
  #subscription;
  /** The newest load; the notifications that it has received `early`, until it has the list. */
  #load = {};
  #reloading;
  #changed = new Set();
  #hasOtherKeys = false;
  #report = onceAFrame(() => this.#dispatch());

  constructor(daemon) {
    super();
    this.#daemon = daemon;
    on(daemon, "world", ({ detail: world }) => this.#enter(world));
  }

  // Each world has its own past.
  #enter(world) {
    if (world === this.#world) return;
    this.#world = world;
    this.series.clear();
    this.past = undefined;
  }

  // The history is that of the shared state.
  #readHistory() {
    return this.#world ? { commits: [] } : this.#daemon.call("tunables.history", { limit: commitsAtStart });
  }

  /** Reads all values and subscribes to their changes. */
  async load() {
    const load = (this.#load = { early: [] });
    const calls = [
      this.#daemon.subscribe("tunables", { initial: false }, (params) => this.#receive(params, load)),
      this.#daemon.call("tunables.list"),
      this.#readHistory(),
    ];
    const [subscription, list, history] = await Promise.all(calls);
    // A later load reads everything.
    if (load !== this.#load) return subscription.end();
    this.#subscription?.end();
    this.#subscription = subscription;
    if (this.epoch !== subscription.epoch) {
      this.series.clear();
      this.#daemon.ownRevisions.clear();
    }
    this.epoch = subscription.epoch;
    this.#replace(list);
    this.past = this.addPast(history.commits, commitsAtStart);
    // The list has the changes up to its revision.
    for (const params of load.early) {
      if (params.to > list.revision) this.#apply(params);
    }
    load.early = undefined;
  }

  /** Ends the subscription, as for a page that nobody sees. */
  rest() {
    this.#subscription?.end();
    this.#subscription = undefined;
  }

  /**
   * Reads the keys and specs again: notifications have values only. While a program declares many keys, the list is
   * read once a moment.
   */
  reload() {
    this.#reloading ??= setTimeout(async () => {
      this.#reloading = undefined;
      if (this.#load.early || !this.#subscription) return;
      try {
        this.#replace(await this.#daemon.call("tunables.list"));
        this.past ??= this.addPast((await this.#readHistory()).commits, commitsAtStart);
      } catch {
        // The next connection reads everything.
      }
    }, reloadPause);
  }

  /** Reads the values whose time is over: no notification says that somebody has changed only the end. */
  async checkEnds() {
    const match = [...this.temporary].filter((key) => Date.parse(this.all.get(key).end) + endPause < Date.now());
    if (match.length === 0 || !this.#subscription) return;
    for (const key of match) this.setEnd(key, undefined);
    try {
      const { tunables } = await this.#daemon.call("tunables.list", { match: match.slice(0, longestMatch) });
      for (const { key, end } of tunables) this.setEnd(key, end);
    } catch {
      // The next connection reads everything.
    }
  }

  /** Notes the end of a value, in UTC; with undefined, the value stays. */
  setEnd(key, end) {
    const tunable = this.all.get(key);
    if (!tunable) return;
    tunable.end = end;
    if (end === undefined) this.temporary.delete(key);
    else this.temporary.add(key);
    this.#changed.add(key);
    this.#report();
  }

  #replace(list) {
    const old = this.all;
    this.all = new Map();
    this.temporary = new Set();
    for (const tunable of list.tunables) {
      const known = old.get(tunable.key);
      if (known?.revision === tunable.revision) {
        tunable.actor = known.actor;
        tunable.time = known.time;
      }
      this.all.set(tunable.key, tunable);
      if (tunable.end !== undefined) this.temporary.add(tunable.key);
    }
    this.revision = list.revision;
    this.#hasOtherKeys = true;
    this.#report();
  }

  #receive(params, load) {
    if (load !== this.#load) return;
    if (load.early) load.early.push(params);
    else this.#apply(params);
  }

  #apply(params) {
    const time = Date.parse(params.time);
    let isUnknown = false;
    for (const change of params.changes.map(shown)) {
      const known = this.all.get(change.key);
      isUnknown ||= known === undefined || change.value === undefined;
      const tunable = known ?? { key: change.key };
      Object.assign(tunable, { value: change.value, origin: change.origin ?? "none", time, actor: params.actor });
      tunable.revision = params.to;
      this.all.set(change.key, tunable);
      this.setEnd(change.key, change.end);
      this.#addPoint(change, { time, revision: params.to, actor: params.actor });
    }
    this.revision = params.to;
    this.#report();
    if (isUnknown) this.reload();
  }

  /**
   * Adds commits of the history, the newest first, of which `limit` were requested. Returns how far back they reach, as in
   * `past`.
   */
  addPast(commits, limit) {
    const read = new Map();
    for (const { revision, time, actor, changes } of commits.toReversed()) {
      const commit = { time: Date.parse(time), revision, actor };
      for (const change of changes) {
        addPoint(read, change, commit);
        const tunable = this.all.get(change.key);
        if (tunable && !(tunable.time > commit.time)) Object.assign(tunable, { time: commit.time, actor });
      }
    }
    for (const [key, points] of read) this.series.set(key, merged(points, this.series.get(key)));
    const oldest = commits.at(-1);
    return { revision: oldest?.revision, time: Date.parse(oldest?.time), isComplete: commits.length < limit };
  }

  #addPoint(change, commit) {
    addPoint(this.series, change, commit);
    const points = this.series.get(change.key);
    if (points?.length > longestSeries) this.series.set(change.key, shortened(points, longestSeries * 0.9));
  }

  #dispatch() {
    const changed = this.#changed;
    this.#changed = new Set();
    if (this.#hasOtherKeys) {
      this.#hasOtherKeys = false;
      this.dispatchEvent(new Event("keys"));
    } else if (changed.size > 0) {
      this.dispatchEvent(new CustomEvent("values", { detail: changed }));
    }
  }
}

/** Returns a change as the page may show it. */
const shown = (change) => (change.secret ? { ...change, value: change.value === undefined ? undefined : hidden, old: hidden } : change);

function point(value, commit) {
  const isNumber = typeOf(value) === "number";
  const one = { ...commit, value: isNumber ? number(value) : NaN };
  if (isNumber && one.value !== value) one.exact = value;
  return one;
}

// A key that has never been a number has no points.
function addPoint(series, { key, value, old }, commit) {
  let points = series.get(key);
  if (!points) {
    if (typeOf(value) !== "number" && typeOf(old) !== "number") return;
    series.set(key, (points = [point(old, { time: -Infinity })]));
  }
  points.push(point(value, commit));
}

/** Returns the points of both series. Each begins with the value before its first change. */
function merged(past, known = past) {
  const [start, ...older] = past;
  const all = new Map([...known.slice(1), ...older].map((one) => [`${one.revision} ${one.time}`, one]));
  const points = [...all.values()].sort((one, other) => one.revision - other.revision);
  return shortened([points[0] === older[0] ? start : known[0], ...points], longestSeries);
}

/** Returns the last points of a series. What was before them is not known then. */
function shortened(points, count) {
  return points.length > count ? [point(undefined, { time: -Infinity }), ...points.slice(1 - count)] : points;
}
