// What the views of values and flags have in common: the search, the filters, the groups, and the details of one key.

import { make, makeChips, makeSearch, setText } from "./dom.js";
import { List } from "./list.js";
import { Heading } from "./row.js";
import { plural } from "./words.js";

/** A view has `rows`, which returns the items of its list, and `details`. */
export class GroupedView {
  /** The key whose details are shown. */
  opened;
  list;
  search;
  chips;
  count = make("span.count", { "aria-live": "polite" });
  empty = make("div.empty", { hidden: true });
  /** The test of the chosen filter. */
  passes;
  closed;

  constructor(label, searchLabel, filters, closed, makeRow) {
    this.closed = new Set(closed);
    this.list = new List(label, (item) => (item.key === undefined ? new Heading(this, item) : makeRow(item)));
    this.search = makeSearch(searchLabel, this.list, () => this.arrange());
    this.chips = makeChips(Object.keys(filters), (name) => {
      this.passes = filters[name];
      this.arrange();
    });
  }

  /** The groups that are closed now. What a person searches is never in one. */
  get closedNow() {
    return this.isWhole ? this.closed : new Set();
  }

  /** Whether no search and no filter hides a key. */
  get isWhole() {
    return this.search.value.trim() === "" && !this.passes;
  }

  /** Shows the details of a key, or with `isForced` a part of them; for the key that is shown, closes them. */
  open(key, isForced = false) {
    const before = this.opened;
    this.opened = key === before && !isForced ? undefined : key;
    this.details.open(this.opened, isForced);
    this.list.update(new Set([before, key]));
    if (!this.opened) this.list.row(before)?.focus?.();
  }

  toggleGroup(path) {
    if (!this.closed.delete(path)) this.closed.add(path);
    this.arrange();
  }

  focusSearch() {
    this.search.focus();
    this.search.select();
  }

  arrange() {
    this.list.items = this.rows();
  }

  showCount(count, all, noun) {
    setText(this.count, count === all ? plural(all, noun) : `${count} of ${all} ${noun}s`);
  }

  updateAll() {
    this.list.update();
    this.details.update();
  }
}
