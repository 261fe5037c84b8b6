// The view of the history: the commits, what each changed, and the way back.

import { commitDetails } from "./commit-details.js";
import { CommitRow, revisions } from "./commit-row.js";
import { folded, hasKey, hasWords, undoing } from "./commits.js";
import { make, makeButton, makeChips, makeSearch, on, onceAFrame, setAttribute, setText } from "./dom.js";
import { List } from "./list.js";
import { Panel } from "./panel.js";
import { PastState } from "./past.js";
import { Restore } from "./restore.js";
import { searchWords } from "./words.js";
import { nameOf } from "./world.js";

/** The commits of the first page, of the first one after a change, and of a long page; and the most that the view keeps. */
const firstPage = 100, changePage = 10, longPage = 2_000, mostCommits = 20_000;
/** The time after which the words for the times are written again, in milliseconds. */
const timePause = 10_000;

const pageClient = "browser";

const filters = {
  mine: ({ actor }) => actor.client === pageClient,
  others: ({ actor }) => actor.client !== pageClient,
};
const filterTitles = { mine: "Changes made on this page, or on another page", others: "Changes made by programs and other clients" };

export class HistoryView {
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
  #count = make("span.count", { "aria-live": "polite" });
  #note = make("p");
  #empty = make("div.empty");
  #details = make("div");
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
    this.#log = make("div.log",
      make("div.tools", this.#search, chips, this.#count),
      make("div.note", make("h2", "History of the shared state"), this.#note),
      make("div.panes", this.#list.element, this.#empty, this.#panel.element));
    this.#list.keepsPosition = true;
    this.#past = new PastState(page);
    this.element = make("main", { id: "history" }, this.#log, this.#past.element);
    on(page.values, "values keys", () => this.#read());
    on(page.access, "server", () => this.#read());
    on(page.daemon, "state world", () => this.#describe());
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

  rest() {
    this.#isShown = false;
    clearInterval(this.#timer);
  }

  focusSearch() {
    const search = this.#past.element.hidden ? this.#search : this.#past.search;
    search.focus();
    search.select();
  }

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
    this.#panel.show(revisions(commits));
    this.#details.replaceChildren(...commitDetails(commits, this.key, (from) => this.#undoFrom(from)));
    this.#describe();
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
