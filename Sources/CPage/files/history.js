// The view of the history: the commits, what each changed, and the way back.

import { folded, hasKey, hasWords, operationName, parts, timeOf, undoing } from "./commits.js";
import { make, makeButton, makeChips, makeFacts, makeSearch, onceAFrame, setAttribute, setText } from "./dom.js";
import { List } from "./list.js";
import { Panel } from "./panel.js";
import { PastState } from "./past.js";
import { Restore } from "./restore.js";
import { keyWords } from "./row.js";
import { ago, searchWords } from "./words.js";
import { nameOf } from "./world.js";

/** The commits of the first page, of the first one after a change, and of a long page; and the most that the view keeps. */
const firstPage = 100, changePage = 10, longPage = 2_000, mostCommits = 20_000;
/** The time after which the words for the times are written again, in milliseconds. */
const timePause = 10_000;

/** The client name of the commits that pages make. */
const pageClient = "browser";

/** The filters by name: whether a commit passes. */
const filters = {
  mine: ({ actor }) => actor.client === pageClient,
  others: ({ actor }) => actor.client !== pageClient,
};
const filterTitles = { mine: "Changes made on this page, or on another page", others: "Changes made by programs and other clients" };

/** Returns the elements of an old and a new value. */
function change({ old, now, text = "" }) {
  const value = (name, text) => make("span", { class: name, dir: "auto" }, text);
  return now === undefined ? [text] : [value("old", old), value("arrow", "→"), value("now", now)];
}

/** Returns what an entry changed, a key first: for a drag, from its first value to its last one. */
function entryParts(commits, key) {
  const all = parts(commits[0]), index = all.findIndex((part) => part.key === key);
  if (index > 0) all.unshift(...all.splice(index, 1));
  return commits.length > 1 ? [{ ...all[0], old: parts(commits.at(-1))[0].old }] : all;
}

const revisions = (commits) => (commits.length > 1 ? `Revisions ${commits.at(-1).revision} to ${commits[0].revision}` : `Revision ${commits[0].revision}`);

/** The row of one entry, or of one commit of a drag. */
class CommitRow {
  isHeld = false;
  #view;
  #shown;
  #open = make("button", { type: "button", class: "unfold" });
  #revision = make("span", { class: "revision" });
  #name = make("button", { type: "button", class: "name" });
  #change = make("span", { class: "change" });
  #operation = make("span", { class: "operation" });
  #actor = make("span", { class: "actor" });
  #time = make("time", {});

  constructor(view, item) {
    this.item = item;
    this.#view = view;
    this.#open.onclick = () => view.toggle(this.item);
    this.#name.onclick = () => view.open(this.item);
    this.element = make("div", { class: "row commit", onclick: (event) => this.#click(event), onkeydown: (event) => view.press(event, this.item) },
      this.#open, this.#revision, this.#name, this.#change, this.#operation, this.#actor, this.#time);
  }

  // A click beside the buttons, but not the end of a selection of text.
  #click({ target }) {
    if (!target.closest("button") && getSelection().isCollapsed) this.#view.open(this.item);
  }

  focus() {
    this.#name.focus();
  }

  update() {
    const { commits, isPart, isOpen } = this.item;
    if (this.#shown !== commits) this.#show(commits);
    this.#open.hidden = commits.length < 2;
    this.#revision.hidden = !this.#open.hidden;
    setAttribute(this.#open, "aria-expanded", String(isOpen));
    setAttribute(this.element, "data-part", isPart);
    setAttribute(this.element, "data-open", this.#view.opened === this.item.id);
    setText(this.#time, ago(timeOf(commits[0])));
  }

  #show(commits) {
    this.#shown = commits;
    const [commit] = commits;
    const [first, ...rest] = entryParts(commits, this.#view.key);
    const { client, pid } = commit.actor;
    setText(this.#revision, `r${commit.revision}`);
    this.#open.replaceChildren(make("span", { class: "arrow", "aria-hidden": "true" }, "▾"), ` ×${commits.length}`);
    setAttribute(this.#open, "aria-label", `${commits.length} changes of ${first?.key}`);
    this.#name.replaceChildren(...(first ? [first.kind ? `${first.kind} ` : "", ...keyWords(first.key)] : [revisions(commits)]));
    if (rest.length > 0) this.#name.append(make("span", { class: "more" }, ` +${rest.length}${commit.more ? "…" : ""}`));
    setAttribute(this.#name, "title", `${revisions(commits)}\n${[first, ...rest].slice(0, 20).map((part) => part?.key).join("\n")}`);
    this.#change.replaceChildren(...(first ? change(first) : []));
    setAttribute(this.#change, "title", first?.now === undefined ? undefined : `${first.old} → ${first.now}`.slice(0, 1_000));
    setText(this.#operation, operationName(commit));
    setText(this.#actor, client);
    setAttribute(this.#actor, "title", `process ${pid}`);
    setAttribute(this.#time, "datetime", commit.time);
    setAttribute(this.#time, "title", new Date(commit.time).toLocaleString());
  }
}

/** The view: a list of commits with the details of one, or the state at a revision. */
export class HistoryView {
  /** The id of the entry whose details are shown. */
  opened;
  /** The key whose changes are shown; without one, those of all keys. */
  key;

  #page;
  #commits = [];
  #isReading = false;
  #isStale = false;
  #isShown = false;
  /** Whether the oldest commit of the daemon is known. */
  #hasAll = false;
  #timer;
  #unfolded = new Set();
  #filter;
  #search;
  #keyChip = makeButton("", () => (location.hash = "history"), { class: "chip", "aria-pressed": "true", title: "Show all keys" });
  #count = make("span", { class: "count", "aria-live": "polite" });
  #note = make("p", {});
  #empty = make("div", { class: "empty" });
  #details = make("div", {});
  #panel = new Panel("Details", () => this.open(), this.#details);
  #list = new List("Commits", (item) => new CommitRow(this, item));
  #log;
  #past;
  #arrange = onceAFrame(() => this.#arrangeNow());
  element;

  constructor(page) {
    this.#page = page;
    this.#search = makeSearch("Search keys, clients and operations", this.#list, this.#arrange);
    const chips = makeChips(Object.keys(filters), (name) => {
      this.#filter = name;
      this.#arrange();
    }, filterTitles);
    chips.append(this.#keyChip);
    this.#log = make("div", { class: "log" },
      make("div", { class: "tools" }, this.#search, chips, this.#count),
      make("div", { class: "note" }, make("h2", {}, "History of the shared state"), this.#note),
      make("div", { class: "panes" }, this.#list.element, this.#empty, this.#panel.element));
    this.#list.keepsPosition = true;
    this.#past = new PastState(page);
    this.element = make("main", { id: "history" }, this.#log, this.#past.element);
    for (const name of ["values", "keys"]) page.values.addEventListener(name, () => this.#read());
    page.access.addEventListener("server", () => this.#read());
    for (const name of ["state", "world"]) page.daemon.addEventListener(name, () => this.#describe());
    addEventListener("hashchange", () => this.#route());
    this.#route();
  }

  /** Reads the commits since the last ones, and follows. */
  async load() {
    this.#isShown = true;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#list.update(), timePause);
    this.#describe();
    await this.#read();
  }

  /** Stops following. */
  rest() {
    this.#isShown = false;
    clearInterval(this.#timer);
  }

  focusSearch() {
    const search = this.#past.element.hidden ? this.#search : this.#past.search;
    search.focus();
    search.select();
  }

  // MARK: Reading

  // One call at a time: what arrives meanwhile is read by the next one.
  async #read() {
    this.#isStale = true;
    if (this.#isReading || !this.#isShown) return;
    this.#isReading = true;
    try {
      while (this.#isStale && this.#isShown) {
        this.#isStale = false;
        await this.#readNewest();
      }
    } catch (error) {
      // A lost connection is read again with the next one.
      if (this.#page.daemon.isOnline) this.#page.say(error.message);
    }
    this.#isReading = false;
  }

  // Reads pages until they join the known commits. If they do not, the state is another one, or the history is too short.
  async #readNewest() {
    let known = this.#commits[0], before, limit = known ? changePage : firstPage;
    const found = [];
    for (;;) {
      const { commits } = await this.#page.daemon.call("tunables.history", { limit, before });
      const index = known ? commits.findIndex(({ revision }) => revision <= known.revision) : -1;
      if (index >= 0 && commits[index].revision === known.revision && commits[index].time === known.time) {
        found.push(...commits.slice(0, index));
        return this.#keep(found.concat(this.#commits));
      }
      if (index >= 0) known = undefined;
      found.push(...commits);
      if (commits.length < limit) {
        this.#past.forget();
        return this.#keep(found);
      }
      if (!known && before === undefined) this.#keep(found.slice(), false);
      before = commits.at(-1).revision;
      limit = Math.min(limit * 10, longPage);
    }
  }

  #keep(commits, hasAll = true) {
    this.#hasAll = hasAll;
    this.#commits = commits.slice(0, mostCommits);
    this.#past.update(this.#commits, hasAll);
    this.#arrange();
  }

  // MARK: What is shown

  // The part of the URL after # names the key, or the revision whose state is shown.
  #route() {
    const [name, query] = location.hash.slice(1).split("?");
    if (name !== "history") return;
    const asked = new URLSearchParams(query), revision = asked.get("at");
    this.key = asked.get("key") ?? undefined;
    this.#keyChip.hidden = this.key === undefined;
    setText(this.#keyChip, `${this.key} ×`);
    this.#past.show(revision === null ? undefined : Number(revision));
    this.#log.hidden = !this.#past.element.hidden;
    this.#arrange();
  }

  #arrangeNow() {
    const search = searchWords(this.#search.value);
    const passes = filters[this.#filter] ?? (() => true);
    const isWanted = (commit) => passes(commit) && (this.key === undefined || hasKey(commit, this.key)) && hasWords(commit, search);
    const entries = folded(this.#commits.filter(isWanted));
    const items = [];
    for (const commits of entries) {
      // The first commit of a drag stays while the drag goes on.
      const id = commits.at(-1).revision, isOpen = this.#unfolded.has(id);
      items.push({ id, commits, isOpen });
      if (isOpen) items.push(...commits.map((commit) => ({ id: `${commit.revision} alone`, commits: [commit], isPart: true })));
    }
    this.#list.items = items;
    setText(this.#count, `${entries.length}${this.#hasAll ? "" : "…"} ${entries.length === 1 ? "change" : "changes"}`);
    this.#empty.hidden = entries.length > 0;
    const nothing = this.#commits.length > 0 ? "No change matches." : "There is no change yet. Move a control, or type: tunerctl set ui.scale 1.5";
    setText(this.#empty, this.#hasAll ? nothing : "Reading the history…");
    if (this.opened !== undefined) this.#showDetails(items.find(({ id }) => id === this.opened));
  }

  toggle({ id }) {
    if (!this.#unfolded.delete(id)) this.#unfolded.add(id);
    this.#arrange();
  }

  /** Shows the details of an entry; without one, closes them. */
  open(item) {
    const before = this.opened;
    this.opened = item?.id === before ? undefined : item?.id;
    this.#list.update();
    if (this.opened === undefined) {
      this.#panel.show();
      return this.#list.row(before)?.focus();
    }
    this.#details.dataset.revision = "";
    this.#showDetails(item);
    this.#panel.focus();
  }

  #showDetails(item) {
    if (!item) return this.open();
    const { commits } = item, [commit] = commits;
    // A drag that goes on does not take the button away that a person uses.
    const { revision } = this.#details.dataset;
    if (revision === String(commit.revision) || (revision && this.#panel.element.contains(document.activeElement))) return;
    this.#details.dataset.revision = commit.revision;
    const { time, operation, actor, more } = commit;
    const from = commits.at(-1).revision;
    const facts = { when: new Date(time).toLocaleString(), client: actor.client, process: actor.pid, user: String(actor.uid), operation };
    this.#panel.show(revisions(commits));
    this.#details.replaceChildren(
      make("dl", {}, ...makeFacts(Object.entries(facts))),
      make("div", { class: "actions" },
        this.#action("Undo from here…", () => this.#undoFrom(from), "Undo this change and all later ones"),
        this.#action("Values after it", () => (location.hash = `history?at=${commit.revision}`), `Show all values at revision ${commit.revision}`),
        this.#action("Values before it", () => (location.hash = `history?at=${from - 1}`), `Show all values at revision ${from - 1}`)),
      make("h3", {}, "Changes"),
      make("ul", { class: "parts" }, ...entryParts(commits, this.key).map((part) => this.#part(part))), more ? "and more" : "");
    this.#describe();
  }

  #action(text, onclick, title) {
    return makeButton(text, onclick, { class: "needs-state", "data-title": title });
  }

  #part(part) {
    const { key, kind, origin } = part;
    return make("li", {},
      kind ? make("span", {}, `${kind} ${key}`) : make("a", { href: `#history?key=${encodeURIComponent(key)}`, title: "Only the changes of this key" }, key),
      make("span", { class: "change" }, ...change(part)), origin && origin !== "local" ? make("span", { class: "origin" }, origin.replace(":", " ")) : "");
  }

  #describe() {
    const { world, sharedObstacle: obstacle } = this.#page.daemon;
    this.#note.parentElement.hidden = world === undefined;
    setText(this.#note, `A world has no history. The view Worlds compares ${nameOf(world)} with the shared state.`);
    for (const action of this.element.querySelectorAll(".needs-state")) {
      action.disabled = obstacle !== undefined;
      setAttribute(action, "title", obstacle ?? action.dataset.title);
    }
  }

  async #undoFrom(revision) {
    await this.#read();
    const { values, left } = undoing(revision, this.#commits);
    await new Restore(this.#page, `Undo from revision ${revision} on`, values, left).open();
  }

  // MARK: The keyboard

  press(event, item) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const { items } = this.#list;
      const next = items[items.findIndex(({ id }) => id === item.id) + step];
      if (next) this.#list.reveal(next.id)?.focus();
    } else if (item.commits.length > 1 && event.key === (item.isOpen ? "ArrowLeft" : "ArrowRight")) {
      this.toggle(item);
    } else if (event.key === "Escape" && this.opened !== undefined) {
      this.open();
    }
  }
}
