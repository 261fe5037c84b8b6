// Two worlds side by side: the keys and flags that differ, with a control for each side.

import { kind, makeControl } from "./controls.js";
import { make, makeButton, onceAFrame, setAttribute, setText } from "./dom.js";
import { isEqual, show } from "./json.js";
import { Sender } from "./sender.js";
import { nameOf } from "./world.js";

/** The rows that the table has at most. */
const mostRows = 200;

/** One side: a connection to the daemon in a world, with the values and flags that it sees. */
export class Side {
  /** The results of the flags by key, without a context. */
  flags = new Map();
  #subscription;
  #changed;

  constructor(daemon, values, changed) {
    Object.assign(this, { daemon, values, sender: new Sender(daemon) });
    this.#changed = changed;
  }

  get name() {
    return nameOf(this.daemon.world);
  }

  async load() {
    const result = await this.daemon.subscribe("flags", {}, ({ changes }) => this.#note(changes));
    this.rest();
    this.#subscription = result;
    this.flags.clear();
    this.#note(result.flags);
  }

  rest() {
    this.#subscription?.end();
    this.#subscription = undefined;
  }

  #note(flags) {
    for (const { key, value, variant } of flags) this.flags.set(key, { value, variant });
    this.#changed();
  }

  /** Takes a value from another side. A world that shall have what all share gives up its own value. */
  take(key, { daemon, values }) {
    const { value, origin } = values.all.get(key) ?? {};
    const isOwn = origin === "world" || this.daemon.world === undefined;
    return value !== undefined && isOwn
      ? this.daemon.call("tunables.set", { key, value })
      : this.daemon.call("tunables.reset", { key });
  }

  takeFlag(key, { daemon, flags }) {
    const { value, variant } = flags.get(key) ?? {};
    if (daemon.world === undefined || (value ?? variant) === undefined) return this.daemon.call("flags.reset", { key });
    return this.daemon.call("flags.set", variant === undefined ? { key, value } : { key, variant });
  }
}

/** The table. A row stays while a person uses it, also if the sides have become equal. */
export class Comparison {
  #sides;
  #access;
  #rows = new Map();
  /** The worlds of the present rows. */
  #shown;
  #body = make("tbody", {});
  #heads = [make("th", { scope: "col" }), make("th", { scope: "col" })];
  #note = make("p", { class: "note", role: "status" });
  #update = onceAFrame(() => this.#refresh());
  element;

  constructor(sides, access) {
    this.#sides = sides;
    this.#access = access;
    this.element = make("div", { class: "comparison" },
      make("table", { "aria-label": "Differences" },
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Key"), this.#heads[0], make("td", {}), this.#heads[1])), this.#body),
      this.#note);
    this.#body.addEventListener("focusout", () => this.update());
    access.addEventListener("changed", () => this.update());
    for (const [index, { sender }] of sides.entries()) {
      sender.addEventListener("refused", ({ detail }) => this.#rows.get(detail.key)?.refuse(detail.error.message, index));
      sender.addEventListener("idle", () => this.update());
    }
  }

  /** Shows the present values in the next frame. */
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

/** What the rows of keys and flags share: the name, the cells, the arrows, and the daemon's sentence about a refused change. */
class ComparedRow {
  cells = [make("td", {}), make("td", {})];
  #arrows;
  #fault = make("p", { class: "fault", role: "alert", hidden: true });

  constructor(key, sides, note, take) {
    this.#arrows = [1, 0].map((to) => makeButton(to ? "→" : "←", () => this.#copy(take, sides, to)));
    this.key = key;
    this.sides = sides;
    this.element = make("tr", {}, make("th", { scope: "row" }, key, note), this.cells[0], make("td", { class: "arrows" }, ...this.#arrows), this.cells[1]);
  }

  get isUsed() {
    return this.element.contains(document.activeElement) || !this.#fault.hidden;
  }

  update() {
    this.cells.forEach((cell, index) => (cell.dataset.side = this.sides[index].name));
    this.#arrows.forEach((arrow, index) => {
      const [from, to] = index === 0 ? this.sides : this.sides.toReversed();
      const label = `Copy ${this.key} from ${from.name} to ${to.name}`;
      setAttribute(arrow, "aria-label", label);
      setAttribute(arrow, "title", label);
      arrow.disabled = !to.daemon.isOnline;
    });
  }

  async #copy(take, sides, to) {
    this.#fault.hidden = true;
    try {
      await take(sides[to], sides[1 - to]);
    } catch (error) {
      this.refuse(error.message, to);
    }
  }

  refuse(sentence, side) {
    setText(this.#fault, sentence);
    this.#fault.hidden = false;
    this.cells[side].append(this.#fault);
    this.update();
  }

  clearFault() {
    this.#fault.hidden = true;
  }
}

class KeyRow extends ComparedRow {
  #access;
  #controls = [];

  constructor(key, sides, access) {
    super(key, sides, undefined, (to, from) => to.take(key, from));
    this.#access = access;
  }

  update() {
    super.update();
    this.sides.forEach((side, index) => this.#show(side, index));
  }

  #show(side, index) {
    const tunable = side.values.all.get(this.key) ?? { key: this.key };
    // A control of the other side knows the type of a key without a value.
    const known = { ...tunable, spec: tunable.spec ?? this.sides[1 - index].values.all.get(this.key)?.spec };
    const wanted = tunable.value === undefined ? "nothing" : kind(known);
    let control = this.#controls[index];
    if (control?.kind !== wanted && !control?.isHeld) {
      control = Object.assign(this.#make(wanted, side), { kind: wanted });
      this.#controls[index] = control;
      this.cells[index].replaceChildren(control.element);
    }
    if (side.sender.isBusy(this.key)) return;
    const obstacle = side.daemon.obstacle ?? this.#access.obstacle(known);
    control.show(tunable.value, known.spec, obstacle !== undefined);
    setAttribute(this.cells[index], "title", obstacle);
    setAttribute(this.cells[index], "data-origin", tunable.origin);
  }

  #make(kind, { daemon, sender, name }) {
    if (["array", "object", "lines", "nothing"].includes(kind)) return plainText();
    const { key } = this;
    const { world } = daemon;
    const send = (value, clamp) => {
      // A field also sends its text when it is removed, as after the end of its world.
      if (daemon.world !== world) return;
      this.clearFault();
      sender.send(key, value, clamp);
    };
    return makeControl(kind, `${key} in ${name}`, {
      set: (value) => send(value, false), move: (value) => send(value, true), end: () => sender.endGesture(key),
    });
  }
}

class FlagRow extends ComparedRow {
  #texts = [plainText(), plainText()];

  constructor(key, sides) {
    super(key, sides, make("span", { class: "badge" }, "flag"), (to, from) => to.takeFlag(key, from));
    this.cells.forEach((cell, index) => cell.append(this.#texts[index].element));
  }

  update() {
    super.update();
    this.sides.forEach(({ flags }, index) => {
      const { value, variant } = flags.get(this.key) ?? {};
      this.#texts[index].show(variant ?? value);
    });
  }
}

function plainText() {
  const element = make("code", { dir: "auto" });
  return { element, isHeld: false, show: (value) => setText(element, show(value)) };
}
