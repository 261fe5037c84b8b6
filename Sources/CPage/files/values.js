// The tunables as the daemon has them, and what this page knows about their past.

import { onceAFrame } from "./dom.js";
import { number, typeOf } from "./json.js";

/** The longest series of one key, and the commits that the page reads at its start. */
const longestSeries = 10_000, commitsAtStart = 1_000;
/** The wait before the list is read again, in milliseconds. */
const reloadPause = 100;
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
  /** The keys whose values are temporary. */
  temporary = new Set();
  revision = 0;
  epoch = "";
  /** For each key, the points of its numbers: {time, value, actor}. */
  series = new Map();

  #daemon;
  #subscription;
  #early = [];
  #isLoading = false;
  #reloading;
  #changed = new Set();
  #hasOtherKeys = false;
  #report = onceAFrame(() => this.#dispatch());

  constructor(daemon) {
    super();
    this.#daemon = daemon;
  }

  /** Reads all values and subscribes to their changes. */
  async load() {
    this.#isLoading = true;
    this.#early = [];
    const calls = [
      this.#daemon.subscribe("tunables", { initial: false }, (params) => this.#receive(params)),
      this.#daemon.call("tunables.list"),
      this.#daemon.call("tunables.history", { limit: commitsAtStart }),
    ];
    const [subscription, list, history] = await Promise.all(calls);
    this.#isLoading = false;
    this.#subscription?.end();
    this.#subscription = subscription;
    if (this.epoch !== subscription.epoch) this.series.clear();
    this.epoch = subscription.epoch;
    this.#replace(list);
    this.#readPast(history.commits);
    // The list has the changes up to its revision.
    for (const params of this.#early) {
      if (params.to > list.revision) this.#apply(params);
    }
    this.#early = [];
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
      if (this.#isLoading || !this.#subscription) return;
      try {
        this.#replace(await this.#daemon.call("tunables.list"));
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

  #receive(params) {
    if (this.#isLoading) this.#early.push(params);
    else this.#apply(params);
  }

  #apply(params) {
    const time = Date.parse(params.time);
    let isUnknown = false;
    for (const change of params.changes) {
      const known = this.all.get(change.key);
      isUnknown ||= known === undefined || change.value === undefined;
      const tunable = known ?? { key: change.key };
      Object.assign(tunable, { value: change.value, origin: change.origin ?? "none", time, actor: params.actor });
      tunable.revision = params.to;
      this.all.set(change.key, tunable);
      this.setEnd(change.key, change.end);
      this.#addPoint(change.key, change.value, time, params.actor);
    }
    this.revision = params.to;
    this.#report();
    if (isUnknown) this.reload();
  }

  // Commits come with the newest first.
  #readPast(commits) {
    this.series.clear();
    for (const commit of commits.toReversed()) {
      const time = Date.parse(commit.time);
      for (const change of commit.changes) {
        if (this.series.get(change.key) === undefined) this.#addPoint(change.key, change.old, -Infinity);
        this.#addPoint(change.key, change.value, time, commit.actor);
        const tunable = this.all.get(change.key);
        if (tunable) Object.assign(tunable, { time, actor: commit.actor });
      }
    }
  }

  #addPoint(key, value, time, actor) {
    if (typeOf(value) !== "number") return;
    let points = this.series.get(key);
    if (!points) this.series.set(key, (points = []));
    points.push({ time, value: number(value), actor });
    if (points.length > longestSeries) points.splice(0, longestSeries / 10);
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
