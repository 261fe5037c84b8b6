// The view of the values: search, filters, the list, and the details of one key.

import { make, makeButton, makeChange, makeChips, makeSearch, saveFile, setAttribute, setText } from "./dom.js";
import { Details } from "./details.js";
import { matches, rows } from "./groups.js";
import { show } from "./json.js";
import { List } from "./list.js";
import { preference, remember } from "./preferences.js";
import { Heading, Row } from "./row.js";
import { Sender } from "./sender.js";
import { Undo } from "./undo.js";
import { plural } from "./words.js";

/** The time after which the lines behind the numbers move on, in milliseconds. */
const lineTime = 2_000;
/** The time between two numbers of a countdown, in milliseconds. */
const countTime = 1_000;
/** The seconds after which a temporary value ends at once. */
const atOnce = 0.001;

/** The filters, by name: whether a tunable passes. */
const filters = {
  changed: (page, { origin }) => origin === "local" || origin === "world",
  locked: (page, tunable) => page.access.lock(tunable) !== undefined || tunable.spec?.readOnly === true,
  "in a layer": (page, { origin }) => origin?.startsWith("layer:") ?? false,
  deprecated: (page, { spec }) => spec?.deprecated === true,
  favorites: (page, { key }) => page.favorites.has(key),
};

/** The view. Rows and details use it as their `page`. */
export class ValuesView {
  favorites = new Set(preference("favorites", []));
  /** The key whose details are shown. */
  opened;
  sender;
  undo;

  #closed = new Set(preference("closed", []));
  #filter;
  #list;
  #details;
  #count = make("span", { class: "count", "aria-live": "polite" });
  #search;
  #empty = make("div", { class: "empty" });
  element;

  constructor({ daemon, values, access, say }) {
    Object.assign(this, { daemon, values, access, say });
    this.sender = new Sender(daemon, (key) => this.#details.seconds(key));
    this.undo = new Undo(daemon);
    const chips = makeChips(Object.keys(filters), (name) => {
      this.#filter = name;
      this.#arrange();
    });
    this.#list = new List("Values", (item) => (item.key === undefined ? new Heading(this, item) : new Row(this, item)));
    this.#search = makeSearch("Search keys, titles and tags", this.#list, () => this.#arrange());
    this.#details = new Details(this);
    this.element = make(
      "main", { id: "values" },
      make("div", { class: "tools" }, this.#search, chips, this.#count, this.#makeDensity()),
      make("div", { class: "panes" }, this.#list.element, this.#empty, this.#details.element),
    );
    this.#listen();
  }

  #makeDensity() {
    const apply = (isDense) => {
      document.documentElement.dataset.dense = isDense;
      setAttribute(button, "aria-pressed", String(isDense));
      this.#list.items = this.#rows();
    };
    const button = makeButton("dense", () => {
        const isDense = document.documentElement.dataset.dense !== "true";
        remember("dense", isDense);
        apply(isDense);
      }, { class: "chip" });
    queueMicrotask(() => apply(preference("dense", false)));
    return button;
  }

  #listen() {
    this.values.addEventListener("keys", () => {
      this.#arrange();
      this.#details.update();
    });
    this.values.addEventListener("values", ({ detail: keys }) => {
      if (this.#filter === undefined) this.#list.update(keys);
      else this.#arrange();
      if (keys.has(this.opened)) this.#details.update();
    });
    this.access.addEventListener("changed", () => this.#arrange());
    this.daemon.addEventListener("online", () => this.#updateAll());
    this.daemon.addEventListener("offline", () => this.#updateAll());
    this.sender.addEventListener("sent", ({ detail: { key, result, gesture, seconds } }) => {
      this.undo.note(gesture, result);
      this.#noteEnd(key, seconds, result);
      this.#list.row(key)?.clearFault?.();
      if ("effective" in result) {
        this.say(`${key}: ${show(result.value)} is stored, but ${show(result.effective)} is in effect (${result.origin}).`);
      }
    });
    this.sender.addEventListener("refused", ({ detail: { key, error } }) => this.#refuse(key, error));
    this.sender.addEventListener("idle", ({ detail: { key } }) => {
      this.#list.row(key)?.update();
      if (key === this.opened) this.#details.update();
    });
    setInterval(() => {
      if (!document.hidden) this.#list.update();
    }, lineTime);
    setInterval(() => {
      if (!document.hidden && this.values.temporary.size > 0) this.#countDown();
    }, countTime);
  }

  // MARK: What rows ask for

  /** Returns what a control of a key calls. */
  hand(key) {
    return {
      set: (value) => this.sender.send(key, value),
      move: (value) => this.sender.send(key, value, true),
      end: () => this.#release(key),
      open: () => this.open(key),
    };
  }

  /** Shows the details of a key; without one, closes them. */
  open(key) {
    const before = this.opened;
    this.opened = key === before ? undefined : key;
    this.#details.open(this.opened);
    this.#list.update(new Set([before, key]));
    if (this.opened) this.#details.focus();
    else this.#list.row(before)?.focus?.();
  }

  async reset(key) {
    await this.#perform(key, "tunables.reset", { key });
  }

  /** Keeps a temporary value. */
  async keep(key) {
    await this.#set(key);
  }

  /** Ends a temporary value. */
  async goBack(key) {
    await this.#set(key, atOnce);
  }

  // Sets the present value again, with another end.
  async #set(key, seconds) {
    const { value } = this.values.all.get(key);
    const result = await this.#perform(key, "tunables.set", { key, value, for: seconds });
    if (result) this.#noteEnd(key, seconds, result);
  }

  // A change of only the end sends no notification.
  #noteEnd(key, seconds, result) {
    if ("effective" in result || (seconds ?? this.values.all.get(key)?.end) === undefined) return;
    this.values.setEnd(key, seconds && new Date(Date.now() + seconds * 1_000).toISOString());
  }

  #countDown() {
    this.#list.update(this.values.temporary);
    this.#details.count();
    this.values.checkEnds();
  }

  toggleFavorite(key) {
    if (!this.favorites.delete(key)) this.favorites.add(key);
    remember("favorites", [...this.favorites]);
    if (this.#filter === "favorites") this.#arrange();
    else this.#list.update(new Set([key]));
  }

  toggleGroup(path) {
    if (!this.#closed.delete(path)) this.#closed.add(path);
    remember("closed", [...this.#closed]);
    this.#arrange();
  }

  // Shows what others did while a hand was on the control.
  #release(key) {
    this.sender.endGesture(key);
    this.#list.row(key)?.update();
    if (key === this.opened) this.#details.update();
  }

  // MARK: Actions

  async #perform(key, method, params) {
    try {
      const result = await this.daemon.call(method, params);
      this.undo.note({ key, revisions: new Set() }, result);
      return result;
    } catch (error) {
      this.#refuse(key, error);
    }
  }

  #refuse(key, error) {
    const row = this.#list.row(key);
    if (row) row.refuse(error.message);
    else this.say(error.message);
    if (key === this.opened) this.#details.update();
  }

  /** Undoes or redoes the last step, and says what changed. */
  async takeBack(isRedo) {
    if (this.daemon.sharedObstacle) return this.say(this.daemon.sharedObstacle);
    try {
      const { changes, flags } = isRedo ? await this.undo.redo() : await this.undo.undo();
      const parts = [...changes.map(({ key, value, old }) => [`${key}: `, ...makeChange(old, value)]), ...flags.map(({ key }) => [`the flag ${key}`])];
      this.say([isRedo ? "Redone: " : "Undone: ", ...parts.flatMap((part, index) => (index > 0 ? [", ", ...part] : part))]);
    } catch (error) {
      this.say(error.message);
    }
  }

  /** Saves all stored values and declarations as a file. */
  async export() {
    if (this.daemon.sharedObstacle) return this.say(this.daemon.sharedObstacle);
    try {
      const { values, specs, invalid } = await this.daemon.call("tunables.export");
      saveFile("tuner.json", `${JSON.stringify({ values, specs, invalid }, null, 2)}\n`);
    } catch (error) {
      this.say(error.message);
    }
  }

  focusSearch() {
    this.#search.focus();
    this.#search.select();
  }

  // MARK: The list

  #rows() {
    const search = this.#search.value.trim();
    const passes = this.#filter && filters[this.#filter];
    const shown = [];
    for (const tunable of this.values.all.values()) {
      if ((search === "" || matches(tunable, search)) && (!passes || passes(this, tunable))) shown.push(tunable);
    }
    // What a person searches is never in a closed group.
    const items = rows(shown, search === "" && !passes ? this.#closed : new Set());
    this.#countKeys(shown.length);
    return items;
  }

  #arrange() {
    this.#list.items = this.#rows();
  }

  #countKeys(count) {
    const all = this.values.all.size;
    setText(this.#count, count === all ? plural(all, "key") : `${count} of ${all} keys`);
    this.#empty.hidden = count > 0 || this.values.epoch === "";
    if (this.#empty.hidden) return;
    setText(this.#empty, all > 0 ? "No key matches." : "There are no values yet. Start a program that uses TunerClient, or type: tunerctl set ui.scale 1.5");
  }

  #updateAll() {
    this.#list.update();
    this.#details.update();
  }
}
