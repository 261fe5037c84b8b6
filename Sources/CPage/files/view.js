// The view of the values: search, filters, the list, and the details of one key.

import { make, makeButton, makeChange, on, saveFile, setAttribute, setText } from "./dom.js";
import { Details } from "./details.js";
import { GroupedView } from "./grouped-view.js";
import { matches, rows } from "./groups.js";
import { show } from "./json.js";
import { preference, remember } from "./preferences.js";
import { Row } from "./row.js";
import { Sender } from "./sender.js";
import { Undo } from "./undo.js";

/** The time after which the lines behind the numbers move on, in milliseconds. */
const lineTime = 2_000;
const countTime = 1_000;
/** The seconds after which a temporary value ends at once. */
const atOnce = 0.001;

const filters = {
  changed: ({ origin }) => origin === "local" || origin === "world",
  locked: (tunable, page) => page.access.lock(tunable) !== undefined || tunable.spec?.readOnly === true,
  "in a layer": ({ origin }) => origin?.startsWith("layer:") ?? false,
  deprecated: ({ spec }) => spec?.deprecated === true,
  favorites: ({ key }, page) => page.favorites.has(key),
};

export class ValuesView extends GroupedView {
  favorites = new Set(preference("favorites", []));
  sender;
  undo;
  details;
  element;

  constructor({ daemon, values, access, tries, say }) {
    super("Values", "Search keys, titles and tags", filters, preference("closed", []), (item) => new Row(this, item));
    Object.assign(this, { daemon, values, access, tries, say });
    this.sender = new Sender(daemon, (key) => this.details.seconds(key));
    this.undo = new Undo(daemon);
    this.details = new Details(this);
    this.element = make(
      "main", { id: "values" },
      make("div.tools", this.search, this.chips, this.count, this.#makeDensity()),
      make("div.panes", this.list.element, this.empty, this.details.element),
    );
    this.#listen();
  }

  #makeDensity() {
    const apply = (isDense) => {
      document.documentElement.dataset.dense = isDense;
      setAttribute(button, "aria-pressed", String(isDense));
      this.list.items = this.rows();
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
    on(this.values, "keys", () => {
      this.arrange();
      this.details.update();
    });
    on(this.values, "values", ({ detail: keys }) => {
      if (!this.passes) this.list.update(keys);
      else this.arrange();
      if (keys.has(this.opened)) this.details.update();
    });
    on(this.access, "changed", () => this.arrange());
    on(this.tries, "changed", () => {
      this.list.update(this.values.temporary);
      this.details.count();
    });
    on(this.daemon, "online offline", () => this.updateAll());
    on(this.sender, "sent", ({ detail: { key, result, gesture, seconds } }) => {
      this.undo.note(gesture, result);
      this.#noteEnd(key, seconds, result);
      this.list.row(key)?.clearFault?.();
      if ("effective" in result) {
        this.say(`${key}: ${show(result.value)} is stored, but ${show(result.effective)} is in effect (${result.origin}).`);
      }
    });
    on(this.sender, "refused", ({ detail: { key, error } }) => this.#refuse(key, error));
    on(this.sender, "idle", ({ detail: { key } }) => {
      this.list.row(key)?.update();
      if (key === this.opened) this.details.update();
    });
    setInterval(() => {
      if (!document.hidden) this.list.update();
    }, lineTime);
    setInterval(() => {
      if (!document.hidden && this.values.temporary.size > 0) this.#countDown();
    }, countTime);
  }

  load() {
    this.details.load();
  }

  rest() {
    this.details.rest();
  }

  hand(key) {
    return {
      set: (value) => this.sender.send(key, value),
      move: (value) => this.sender.send(key, value, true),
      end: () => this.#release(key),
      open: () => this.open(key),
    };
  }

  async reset(key) {
    await this.#perform(key, "tunables.reset", { key });
  }

  async keep(key) {
    await this.#set(key);
  }

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
    this.list.update(this.values.temporary);
    this.details.count();
    this.values.checkEnds();
  }

  toggleFavorite(key) {
    if (!this.favorites.delete(key)) this.favorites.add(key);
    remember("favorites", [...this.favorites]);
    if (this.passes) this.arrange();
    else this.list.update(new Set([key]));
  }

  toggleGroup(path) {
    super.toggleGroup(path);
    remember("closed", [...this.closed]);
  }

  // Shows what others did while a hand was on the control.
  #release(key) {
    this.sender.endGesture(key);
    this.list.row(key)?.update();
    if (key === this.opened) this.details.update();
  }

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
    const row = this.list.row(key);
    if (row) row.refuse(error.message);
    else this.say(error.message);
    if (key === this.opened) this.details.update();
  }

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

  async export() {
    if (this.daemon.sharedObstacle) return this.say(this.daemon.sharedObstacle);
    try {
      const { values, specs, invalid } = await this.daemon.call("tunables.export");
      saveFile("tuner.json", `${JSON.stringify({ values, specs, invalid }, null, 2)}\n`);
    } catch (error) {
      this.say(error.message);
    }
  }

  rows() {
    const search = this.search.value.trim();
    const shown = [...this.values.all.values()].filter((tunable) => (search === "" || matches(tunable, search)) && (this.passes?.(tunable, this) ?? true));
    const all = this.values.all.size;
    this.showCount(shown.length, all, "key");
    this.empty.hidden = shown.length > 0 || this.values.epoch === "";
    setText(this.empty, all > 0 ? "No key matches." : "There are no values yet. Start a program that uses TunerClient, or type: tunerctl set ui.scale 1.5");
    return rows(shown, this.closedNow);
  }
}
