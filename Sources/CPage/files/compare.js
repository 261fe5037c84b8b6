// Two worlds side by side: the keys and flags that differ, with a control for each side.

import { FlagRow, KeyRow } from "./compare-row.js";
import { make, on, onceAFrame, setText } from "./dom.js";
import { isEqual } from "./json.js";

const mostRows = 200;

/** The table. A row stays while a person uses it, also if the sides have become equal. */
export class Comparison {
  #sides;
  #access;
  #rows = new Map();
  #shown;
  #body = make("tbody");
  #heads = [make("th", { scope: "col" }), make("th", { scope: "col" })];
  #note = make("p.note", { role: "status" });
  #update = onceAFrame(() => this.#refresh());
  element;

  constructor(sides, access) {
    this.#sides = sides;
    this.#access = access;
    this.element = make("div.comparison",
      make("table", { label: "Differences" },
        make("thead", make("tr", make("th", { scope: "col" }, "Key"), this.#heads[0], make("td"), this.#heads[1])), this.#body),
      this.#note);
    on(this.#body, "focusout", () => this.update());
    on(access, "changed", () => this.update());
    for (const [index, { sender }] of sides.entries()) {
      on(sender, "refused", ({ detail: { key, error } }) => this.#row(key)?.refuse(error.message, this.#row(key).cells[index]));
      on(sender, "idle", () => this.update());
    }
  }

  /** Returns the row of a key, or of the value that has the key as a member. */
  #row(key) {
    return this.#rows.get(key) ?? [...this.#rows.values()].find((row) => key.startsWith(`${row.key}.`));
  }

  update() {
    this.#update();
  }

  #refresh() {
    const [one, other] = this.#sides;
    this.#heads.forEach((head, index) => setText(head, this.#sides[index].name));
    const worlds = JSON.stringify([one.daemon.world, other.daemon.world]);
    if (this.#shown !== worlds) {
      this.#shown = worlds;
      this.#rows.clear();
      this.#body.replaceChildren();
    }
    const isSame = one.daemon.world === other.daemon.world;
    const keys = isSame ? [] : [
      ...differing(one.values.all, other.values.all).map((key) => ["key", key]),
      ...differing(one.flags, other.flags).map((key) => ["flag", key]),
    ];
    const wanted = new Map(keys.map(([type, key]) => [type === "flag" ? `flag ${key}` : key, [type, key]]));
    for (const [id, row] of this.#rows) {
      if (!wanted.has(id) && !row.isUsed) {
        row.element.remove();
        this.#rows.delete(id);
      }
    }
    for (const [id, [type, key]] of wanted) {
      if (this.#rows.size >= mostRows) break;
      if (!this.#rows.has(id)) this.#rows.set(id, type === "flag" ? new FlagRow(key, this.#sides) : new KeyRow(key, this.#sides, this.#access));
    }
    this.#place();
    for (const row of this.#rows.values()) row.update();
    this.element.dataset.count = wanted.size;
    const rest = wanted.size - this.#rows.size;
    setText(this.#note, isSame ? "Choose two different sides." : wanted.size === 0 ? `${one.name} and ${other.name} are equal.` : rest > 0 ? `and ${rest} more` : "");
    this.element.firstChild.hidden = this.#rows.size === 0;
  }

  // A row that has its place is not moved: that would take the focus from its control.
  #place() {
    let next = this.#body.firstChild;
    for (const id of [...this.#rows.keys()].sort()) {
      const { element } = this.#rows.get(id);
      if (element === next) next = next.nextSibling;
      else this.#body.insertBefore(element, next);
    }
  }
}

function differing(one, other) {
  const keys = [...one.keys(), ...[...other.keys()].filter((key) => !one.has(key))];
  return keys.filter((key) => {
    const [first, second] = [one.get(key), other.get(key)];
    return !isEqual(first?.value, second?.value) || first?.variant !== second?.variant;
  });
}
