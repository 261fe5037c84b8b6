// All values at a revision, beside those of now.

import { timeOf, valuesAt } from "./commits.js";
import { make, makeButton, on, onceAFrame, saveFile, setAttribute, setText } from "./dom.js";
import { isEqual, show } from "./json.js";
import { List } from "./list.js";
import { Restore } from "./restore.js";
import { ago, searchWords } from "./words.js";

/** The row of one key: the value at the revision, and the one of now if it is another one. */
class PastRow {
  isHeld = false;
  #past;
  #then = make("span.now", { dir: "auto" });
  #arrow = make("span.arrow", "now");
  #now = make("span.old", { dir: "auto" });

  constructor(past, item) {
    this.item = item;
    this.#past = past;
    this.element = make("div.row.past-value", make("code.name", { title: item.id }, item.id),
      make("span.change", this.#then), make("span.change", this.#arrow, this.#now));
  }

  update() {
    const { then, now } = this.#past.pair(this.item.id);
    const differs = !isEqual(then, now);
    setText(this.#then, show(then));
    setText(this.#now, show(now));
    setAttribute(this.element, "data-differs", differs);
    this.#arrow.hidden = this.#now.hidden = !differs;
    for (const element of [this.#then, this.#now]) setAttribute(element, "title", element.textContent.slice(0, 1_000));
  }
}

/** The state at a revision. It is read-only: its values do not change with those of the daemon. */
export class PastState {
  #page;
  #revision;
  #commits = [];
  #hasAll = false;
  #values;
  #onlyOthers = true;
  #title = make("h2");
  #count = make("span.count", { "aria-live": "polite" });
  #note = make("p.note");
  #only;
  #actions;
  #list = new List("Values at the revision", (item) => new PastRow(this, item));
  #empty = make("div.empty");
  #arrange = onceAFrame(() => this.#arrangeNow());
  search;
  element;

  constructor(page) {
    this.#page = page;
    this.search = make("input.search", { type: "search", placeholder: "Search keys  ( / )", label: "Search keys", oninput: () => this.#arrange() });
    this.#only = makeButton("only differences", () => this.#toggle(), { class: "chip", "aria-pressed": "true" });
    this.#actions = make("div.chips", makeButton("Export", () => this.#export(), { label: "Export the values as a file" }),
      makeButton("Apply…", () => this.#apply(), { class: "needs-state", "data-title": "Set these values again" }));
    this.element = make("div.past-state", { hidden: true, onkeydown: (event) => this.#press(event) },
      make("div.tools", makeButton("←", () => (location.hash = "history"), { label: "Back to the history" }), this.#title, this.#actions),
      make("div.tools", this.search, this.#only, this.#count), this.#note,
      make("div.panes", this.#list.element, this.#empty));
    on(page.values, "values", () => this.#arrange());
    on(page.values, "keys", () => this.forget());
  }

  /** Shows the state at a revision; undefined hides it. */
  show(revision) {
    this.element.hidden = revision === undefined;
    this.#revision = revision;
    this.forget();
  }

  forget() {
    this.#values = undefined;
    this.#arrange();
  }

  /** Uses the commits that are known now; `hasAll` is whether the daemon has no older ones. */
  update(commits, hasAll) {
    this.#commits = commits;
    this.#hasAll = hasAll;
    this.#arrange();
  }

  pair(key) {
    return { then: this.#values?.get(key), now: this.#page.values.all.get(key)?.value };
  }

  // The values of then stay once they are known: later commits change only those of now.
  #compute() {
    if (this.#values) return;
    const { all, revision } = this.#page.values;
    const isReached = this.#revision >= 0 && this.#revision <= this.#last && this.#page.daemon.world === undefined;
    const present = new Map([...all.values()].map(({ key, value }) => [key, value]));
    const found = isReached ? valuesAt(this.#revision, this.#commits, present, revision) : undefined;
    this.#values = found?.values;
    const sentence = found ? found.incomplete.map((commit) => `Revision ${commit.revision} changed more keys than the history lists. `).join("") : this.#reason();
    setText(this.#note, sentence);
    this.#note.hidden = sentence === "";
  }

  // Commits of flags and layers may not change any value.
  get #last() {
    return Math.max(this.#page.values.revision, this.#commits[0]?.revision ?? 0);
  }

  /** Returns the sentence that says why the values are not known; nothing while they are read. */
  #reason() {
    const { daemon, values } = this.#page;
    if (daemon.world !== undefined) return daemon.sharedObstacle;
    if (values.epoch === "" || !this.#hasAll) return "";
    if (!(this.#revision <= this.#last)) return `There is no revision ${this.#revision}: the last one is ${this.#last}.`;
    return `The history does not reach revision ${this.#revision}: its oldest commit is revision ${this.#commits.at(-1)?.revision}.`;
  }

  #arrangeNow() {
    if (this.element.hidden || !this.element.isConnected) return;
    this.#compute();
    const commit = this.#commits.find(({ revision }) => revision === this.#revision);
    setText(this.#title, `Values at revision ${this.#revision}${commit ? `, ${ago(timeOf(commit))}` : ""}`);
    const words = searchWords(this.search.value);
    const keys = this.#keys;
    const others = keys.filter((key) => this.#differs(key));
    const shown = (this.#onlyOthers ? others : keys).filter((key) => words.every((word) => key.toLowerCase().includes(word)));
    this.#list.items = shown.map((id) => ({ id }));
    this.#actions.hidden = !this.#values;
    setText(this.#count, this.#values ? `${others.length} of ${keys.length} values differ from now` : "");
    this.#empty.hidden = shown.length > 0 || !this.#values;
    setText(this.#empty, others.length === 0 ? "All values are those of now." : "No key matches.");
  }

  get #keys() {
    return this.#values ? [...new Set([...this.#values.keys(), ...this.#page.values.all.keys()])].sort() : [];
  }

  #differs(key) {
    const { then, now } = this.pair(key);
    return !isEqual(then, now);
  }

  #toggle() {
    this.#onlyOthers = !this.#onlyOthers;
    setAttribute(this.#only, "aria-pressed", String(this.#onlyOthers));
    this.#arrange();
  }

  #export() {
    if (!this.#values) return;
    const values = Object.fromEntries([...this.#values].filter(([, value]) => value !== undefined).sort(([one], [other]) => (one < other ? -1 : 1)));
    saveFile(`tuner-r${this.#revision}.json`, `${JSON.stringify(values, null, 2)}\n`);
  }

  #apply() {
    if (!this.#values) return;
    const values = new Map(this.#keys.filter((key) => this.#differs(key)).map((key) => [key, this.#values.get(key)]));
    new Restore(this.#page, `Apply the values at revision ${this.#revision}`, values, []).open();
  }

  #press(event) {
    if (event.key === "Escape") location.hash = "history";
  }
}
