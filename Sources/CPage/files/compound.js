// The controls of objects, lists and texts with line breaks in the details: one for each member or element, and the whole
// as JSON.

import { kind, makeControl } from "./controls.js";
import { make, makeButton, makeField, setAttribute, setText } from "./dom.js";
import { JSONEditor } from "./editor.js";
import { typeOf } from "./json.js";

/** The elements of a list that have a control at the same time. */
const pageSize = 50;

/** Whether a value of a kind has parts, or does not fit into a line. */
export const isLong = (kind) => kind === "array" || kind === "object" || kind === "lines";

function first(spec) {
  if (spec?.default !== undefined) return spec.default;
  if (spec?.enum) return spec.enum[0];
  return { boolean: false, integer: spec?.minimum ?? 0, number: spec?.minimum ?? 0, array: [], object: {} }[spec?.type] ?? "";
}

/** Makes the control of a key in the details. `handOf` returns the hand of a key, which may have another `label`. */
export function makeLargeControl(wanted, key, spec, handOf) {
  const hand = handOf(key), { label = key } = hand;
  if (!isLong(wanted)) return makeControl(wanted, label, hand);
  const parts = [];
  if (wanted === "object" && spec?.properties) parts.push(new Members(key, spec, handOf));
  if (wanted === "array" && !isLong(spec?.items?.type)) parts.push(new Elements(label, hand));
  return new Parts(parts, new JSONEditor(label, hand));
}

/** The parts of a value, and its JSON, which is closed if there are parts. */
class Parts {
  #parts;
  #editor;

  constructor(parts, editor) {
    this.#parts = parts;
    this.#editor = editor;
    const all = make("details", { open: parts.length === 0 }, make("summary", "JSON"), editor.element);
    this.element = make("div.parts", ...parts.map((part) => part.element), all);
  }

  get isHeld() {
    return this.#editor.isHeld;
  }

  show(value, spec, isDisabled) {
    for (const part of [...this.#parts, this.#editor]) part.show(value, spec, isDisabled);
  }
}

/** The members that a spec names. Each is set alone, so two people can change two members. */
class Members {
  #controls = [];
  element = make("div.members");

  constructor(key, spec, handOf) {
    for (const [name, member] of Object.entries(spec.properties)) {
      const control = makeLargeControl(kind({ spec: member }), `${key}.${name}`, member, handOf);
      this.#controls.push({ name, member, control });
      this.element.append(make("div.member", make("span.label", { title: member.description }, member.title ?? name), control.element));
    }
  }

  show(value, _, isDisabled) {
    for (const { name, member, control } of this.#controls) control.show(value?.[name] ?? member.default, member, isDisabled);
  }
}

/** The elements of a list: change, move, remove and add. A long list shows a page of them. */
class Elements {
  #key;
  #hand;
  #value = [];
  #spec;
  /** The index of the first element of the page. */
  #first = 0;
  #controls = [];
  #isDisabled = false;
  #rows = make("ol");
  #add;
  #from;
  #to = make("span");
  #pages;

  constructor(key, hand) {
    this.#key = key;
    this.#hand = hand;
    this.#add = makeButton("Add", () => {
      this.#goTo(this.#value.length);
      this.#set([...this.#value, first(this.#spec)]);
    });
    this.#from = makeField(`First shown element of ${key}`, { inputmode: "numeric", onchange: () => this.#goTo(Number(this.#from.value) - 1) });
    this.#pages = make("div.actions", "Elements", this.#from, this.#to,
      makeButton("‹", () => this.#goTo(this.#first - pageSize), { label: `Earlier elements of ${key}` }),
      makeButton("›", () => this.#goTo(this.#first + pageSize), { label: `Later elements of ${key}` }));
    this.element = make("div.elements", this.#pages, this.#rows, this.#add);
  }

  show(value, spec, isDisabled) {
    this.#value = Array.isArray(value) ? value : [];
    this.#spec = spec?.items;
    this.#isDisabled = isDisabled;
    this.#add.disabled = isDisabled;
    this.#draw();
  }

  #draw() {
    const { length } = this.#value;
    if (this.#first >= length) {
      this.#first = Math.max(0, length - pageSize);
      this.#controls = [];
    }
    const shown = this.#value.slice(this.#first, this.#first + pageSize);
    this.#pages.hidden = length <= pageSize && this.#first === 0;
    if (document.activeElement !== this.#from) this.#from.value = this.#first + 1;
    setText(this.#to, `to ${this.#first + shown.length} of ${length}`);
    setAttribute(this.#rows, "start", this.#first + 1);
    const kinds = shown.map((element) => kind({ spec: this.#spec, value: element }));
    if (kinds.join() !== this.#controls.map(({ wanted }) => wanted).join()) this.#make(kinds);
    for (const [index, { control, buttons }] of this.#controls.entries()) {
      control.show(shown[index], this.#spec ?? { type: typeOf(shown[index]) }, this.#isDisabled);
      for (const button of buttons) setAttribute(button, "disabled", this.#isDisabled);
    }
  }

  /** Shows the page that begins with an element, or a last page with room for one more. */
  #goTo(index) {
    const last = Math.max(0, this.#value.length - pageSize + 1);
    this.#first = Math.min(last, Math.max(0, Math.round(index) || 0));
    this.#from.value = this.#first + 1;
    this.#controls = [];
    this.#draw();
  }

  #make(kinds) {
    this.#controls = kinds.map((wanted, place) => {
      const index = this.#first + place, label = `${this.#key}, element ${index + 1}`;
      const change = (value) => this.#set(this.#value.with(index, value));
      const control = makeControl(wanted, label, { set: change, move: change, end: () => this.#hand.end(), open: () => {} });
      const buttons = [
        makeButton("↑", () => this.#move(index, -1), { label: `Move up ${label}` }),
        makeButton("↓", () => this.#move(index, 1), { label: `Move down ${label}` }),
        makeButton("×", () => this.#set(this.#value.toSpliced(index, 1)), { label: `Remove ${label}` }),
      ];
      return { wanted, control, buttons };
    });
    this.#rows.replaceChildren(...this.#controls.map(({ control, buttons }) => make("li", control.element, ...buttons)));
  }

  #move(index, by) {
    const other = index + by;
    if (other < 0 || other >= this.#value.length) return;
    this.#set(this.#value.with(index, this.#value[other]).with(other, this.#value[index]));
  }

  #set(value) {
    if (this.#isDisabled) return;
    this.#value = value;
    this.#hand.set(value);
    this.#hand.end();
  }
}
