// A list of many rows of the same height, of which only those exist that the window shows.

import { make, onceAFrame } from "./dom.js";

const margin = 8;

export class List {
  /** Whether new rows above the window leave the rows in it where they are. */
  keepsPosition = false;

  #makeRow;
  #items = [];
  #rows = new Map();
  #room = make("div.room", { role: "presentation" });
  #height = 0;
  #showsAll = false;
  #draw = onceAFrame(() => this.#drawNow());

  constructor(label, makeRow) {
    this.#makeRow = makeRow;
    this.element = make("div.list", { role: "list", label, tabindex: -1, onscroll: this.#draw }, this.#room);
    new ResizeObserver(() => this.#measure()).observe(this.element);
    // A page that is printed shows all rows.
    addEventListener("beforeprint", () => this.#showAll(true));
    addEventListener("afterprint", () => this.#showAll(false));
  }

  /** Shows other items, each with an `id`. */
  set items(items) {
    const top = this.#topItem;
    this.#items = items;
    const ids = new Set(items.map((item) => item.id));
    for (const [id, row] of this.#rows) {
      if (!ids.has(id)) this.#remove(id, row);
    }
    if (top) this.#keepPosition(top);
    this.#measure();
  }

  get items() {
    return this.#items;
  }

  update(ids) {
    for (const [id, row] of this.#rows) {
      if (!ids || ids.has(id)) row.update();
    }
  }

  row(id) {
    return this.#rows.get(id);
  }

  /** Moves the focus to the first row that is no heading. */
  focusFirst() {
    const first = this.#items.find((item) => item.path === undefined);
    if (first) this.reveal(first.id)?.focus();
  }

  reveal(id) {
    const index = this.#items.findIndex((item) => item.id === id);
    if (index < 0) return undefined;
    const top = index * this.#height, window = this.element.clientHeight;
    if (top < this.element.scrollTop || top + this.#height > this.element.scrollTop + window) {
      this.element.scrollTop = top - window / 2;
    }
    this.#drawNow();
    return this.#rows.get(id);
  }

  #measure() {
    this.#height = parseFloat(getComputedStyle(this.element).getPropertyValue("--row")) || 40;
    this.#room.style.height = `${this.#items.length * this.#height}px`;
    this.#drawNow();
  }

  // What a person reads stays where it is when rows above it appear. At the top, they see the new rows.
  get #topItem() {
    const { scrollTop } = this.element;
    const index = Math.floor(scrollTop / this.#height);
    return this.keepsPosition && scrollTop > 0 && this.#items[index] && { id: this.#items[index].id, index };
  }

  #keepPosition({ id, index }) {
    const shift = this.#items.findIndex((item) => item.id === id) - index;
    if (shift <= 0) return;
    this.#room.style.height = `${this.#items.length * this.#height}px`;
    this.element.scrollTop += shift * this.#height;
  }

  #showAll(isAll) {
    this.#showsAll = isAll;
    this.#drawNow();
  }

  #drawNow() {
    const top = this.#showsAll ? 0 : this.element.scrollTop;
    const window = this.#showsAll ? Infinity : this.element.clientHeight;
    const first = Math.max(0, Math.floor(top / this.#height) - margin);
    const last = Math.min(this.#items.length, Math.ceil((top + window) / this.#height) + margin);
    const shown = new Set();
    let before = null;
    for (let index = first; index < last; index += 1) {
      const item = this.#items[index];
      shown.add(item.id);
      let row = this.#rows.get(item.id);
      if (!row || row.item.name !== item.name) {
        if (row) this.#remove(item.id, row);
        row = this.#makeRow(item);
        row.element.setAttribute("role", "listitem");
        this.#rows.set(item.id, row);
      }
      row.item = item;
      // The order of the elements is that of the Tab key.
      if (!row.element.isConnected || (before && before.nextElementSibling !== row.element && !this.#hasFocus(row))) {
        if (before) before.after(row.element);
        else this.#room.prepend(row.element);
      }
      before = row.element;
      row.element.style.transform = `translateY(${index * this.#height}px)`;
      row.element.setAttribute("aria-setsize", this.#items.length);
      row.element.setAttribute("aria-posinset", index + 1);
      row.update();
    }
    for (const [id, row] of this.#rows) {
      // A row that a person uses stays.
      if (!shown.has(id) && !row.isHeld && !this.#hasFocus(row)) this.#remove(id, row);
    }
  }

  #hasFocus(row) {
    return row.element.contains(document.activeElement);
  }

  #remove(id, row) {
    row.element.remove();
    this.#rows.delete(id);
  }
}
