// The rows of a comparison: a key or a flag, with a control for each side.

import { isLong, makeLargeControl } from "./compound.js";
import { kind, makeControl } from "./controls.js";
import { make, makeButton, setAttribute, setText } from "./dom.js";
import { FlagControl } from "./flag-control.js";
import { show } from "./json.js";
import { FaultRow } from "./row.js";

/** What the rows of keys and flags share: the name, the cells, the arrows, and the daemon's sentence about a refused change. */
class ComparedRow extends FaultRow {
  cells = [make("td"), make("td")];
  #arrows;

  constructor(key, sides, note, take) {
    super();
    this.#arrows = [1, 0].map((to) => makeButton(to ? "→" : "←", () => this.attempt(() => take(sides[to], sides[1 - to]), to)));
    this.key = key;
    this.sides = sides;
    this.element = make("tr", make("th", { scope: "row" }, key, note), this.cells[0], make("td.arrows", ...this.#arrows), this.cells[1]);
  }

  get isUsed() {
    return this.element.contains(document.activeElement) || this.hasFault;
  }

  update() {
    this.cells.forEach((cell, index) => (cell.dataset.side = this.sides[index].name));
    this.#arrows.forEach((arrow, index) => {
      const [from, to] = index === 0 ? this.sides : this.sides.toReversed();
      const label = `Copy ${this.key} from ${from.name} to ${to.name}`;
      setAttribute(arrow, "aria-label", label);
      setAttribute(arrow, "title", to.daemon.obstacle ?? label);
      arrow.disabled = !to.daemon.isOnline;
    });
  }

  /** Does something for a side, and shows the daemon's sentence if it refuses. */
  async attempt(action, side) {
    this.clearFault();
    try {
      await action();
    } catch (error) {
      this.refuse(error.message, this.cells[side]);
    }
  }
}

export class KeyRow extends ComparedRow {
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
    // The parts of a value depend on its declaration.
    const shape = isLong(wanted) ? `${wanted} ${JSON.stringify(known.spec)}` : wanted;
    let control = this.#controls[index];
    if (control?.shape !== shape && !control?.isHeld) {
      control = Object.assign(this.#make(wanted, known.spec, side), { shape });
      this.#controls[index] = control;
      this.cells[index].replaceChildren(control.element);
    }
    if (side.sender.isBusy(this.key)) return;
    const obstacle = side.daemon.obstacle ?? this.#access.obstacle(known);
    control.show(tunable.value, known.spec, obstacle !== undefined);
    setAttribute(this.cells[index], "title", obstacle);
    setAttribute(this.cells[index], "data-origin", tunable.origin);
  }

  #make(kind, spec, { daemon, sender, name }) {
    if (kind === "nothing") return plainText();
    const { world } = daemon;
    // The hand of the key, or of a member of its value.
    const handOf = (key) => {
      const send = (value, clamp) => {
        // A field also sends its text when it is removed, as after the end of its world.
        if (daemon.world !== world) return;
        this.clearFault();
        sender.send(key, value, clamp);
      };
      const label = `${key} in ${name}`;
      return { label, set: (value) => send(value, false), move: (value) => send(value, true), end: () => sender.endGesture(key) };
    };
    return isLong(kind) ? new Folded(kind, this.key, spec, handOf) : makeControl(kind, handOf(this.key).label, handOf(this.key));
  }
}

export class FlagRow extends ComparedRow {
  #texts = [plainText(), plainText()];
  #controls = [];

  constructor(key, sides) {
    super(key, sides, make("span.badge", "flag"), (to, from) => to.takeFlag(key, from));
  }

  update() {
    super.update();
    this.sides.forEach((side, index) => this.#show(side, index));
  }

  #show(side, index) {
    const { flags, listed, daemon } = side, { value, variant } = flags.get(this.key) ?? {};
    let control = this.#controls[index];
    // The name of the side is that of its world.
    if (control?.name !== side.name) {
      const change = (method, override) => this.attempt(() => side.change(method, { key: this.key, ...override }), index);
      control = new FlagControl(`${this.key} in ${side.name}`, {
        force: (override) => change("flags.set", override), reset: () => change("flags.reset"),
      });
      this.#controls[index] = Object.assign(control, { name: side.name });
      this.cells[index].replaceChildren(control.switch, this.#texts[index].element, control.menu);
    }
    control.show(listed.get(this.key) ?? {}, value, !daemon.isOnline);
    this.#texts[index].show(variant ?? value);
  }
}

/** The JSON of a value in a line, which opens the control of each part of the value, as in the details of a key. */
class Folded {
  #line;
  #parts;
  #last;
  element;

  constructor(kind, key, spec, handOf) {
    const hand = handOf(key);
    this.#line = makeControl(kind, hand.label, { ...hand, open: () => this.#toggle() });
    this.#parts = makeLargeControl(kind, key, spec, handOf);
    this.#parts.element.hidden = true;
    this.element = make("div", this.#line.element, this.#parts.element);
  }

  get isHeld() {
    return this.#parts.isHeld;
  }

  show(...last) {
    this.#last = last;
    const { hidden } = this.#parts.element;
    setAttribute(this.#line.element, "aria-expanded", String(!hidden));
    this.#line.show(...last);
    if (!hidden) this.#parts.show(...last);
  }

  #toggle() {
    this.#parts.element.hidden = !this.#parts.element.hidden;
    this.show(...this.#last);
  }
}

function plainText() {
  const element = make("code", { dir: "auto" });
  return { element, isHeld: false, show: (value) => setText(element, show(value)) };
}
