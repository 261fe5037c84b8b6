// The view of the layers: their order, how fresh they are, and what each sets.

import { prefix } from "./dialogs.js";
import { make, on, setText } from "./dom.js";
import { isEqual } from "./json.js";
import { LayerDetails } from "./layer.js";
import { LayerRow } from "./layer-row.js";
import { LayerSources } from "./layers-sync.js";
import { plural } from "./words.js";

const countTime = 1_000;

export class LayersView {
  opened;
  element;
  #page;
  #rows = new Map();
  #active = make("ol.layers", { label: "Active layers" });
  #inactive = make("ul.layers", { label: "Inactive layers" });
  #none = make("p.hint", "No layer is active.");
  #heading = make("h2", "Inactive");
  #presets = make("p.hint");
  #said = make("p.said", { role: "status" });
  #shelf;
  #empty = make("div.empty", "There are no layers yet. Write a file such as ",
    make("code", '{"name":"team","values":{"ui.scale":2}}'), " and type: ", make("code", "tunerctl layers put FILE"));
  #details;
  #sources;
  /** The last change of the order: each begins when the one before has ended. */
  #work = Promise.resolve();
  #drag;
  #timer;

  constructor(page) {
    this.#page = page;
    this.#details = new LayerDetails(page, this);
    this.#sources = new LayerSources(page, () => this.#showSources());
    const [head, missing] = this.#sources.elements;
    this.#shelf = make("div.shelf", this.#said, head, make("h2", "Active"),
      make("p.hint", "A key has the value that was set, or else the value of the first active layer that has the key."),
      this.#active, this.#none, this.#heading, this.#inactive, this.#presets, missing);
    this.element = make("main", { id: "layers" }, make("div.panes", this.#shelf, this.#empty, this.#details.element));
    on(page.access, "changed", () => this.#update());
    on(page.daemon, "offline", () => this.#update());
    on(page.daemon, "online", () => {
      for (const row of this.#rows.values()) row.refuse("");
      this.#update();
    });
    this.#update();
  }

  async load() {
    this.rest();
    this.#timer = setInterval(() => this.#count(), countTime);
    this.#sources.load();
    await this.#page.access.readLayers();
  }

  rest() {
    clearInterval(this.#timer);
    this.#sources.rest();
  }

  get isOffline() {
    return !this.#page.daemon.isOnline;
  }

  get #names() {
    return this.#page.access.layers.filter(({ active }) => active).map(({ name }) => name);
  }

  /** Shows the details of a layer; without a name, or with that of the shown layer, closes them. */
  open(name) {
    const before = this.opened;
    this.opened = name === before ? undefined : name;
    this.#details.open(this.opened);
    this.#update();
    if (!this.opened) this.#rows.get(before)?.title.focus();
  }

  toggle(name) {
    this.#arrange(name, (names) => (names.includes(name) ? names.filter((other) => other !== name) : [name, ...names]));
  }

  move(name, by) {
    this.#arrange(name, (names) => {
      const from = names.indexOf(name), to = Math.min(names.length - 1, Math.max(0, from + by));
      return from < 0 ? names : names.toSpliced(from, 1).toSpliced(to, 0, name);
    });
  }

  // `change` makes the new order of the newest one, which may be another than the page showed.
  #arrange(name, change) {
    if (this.isOffline) return this.#rows.get(name)?.refuse(this.#page.daemon.obstacle);
    this.#work = this.#work.then(async () => {
      const before = this.#names, names = change(before);
      if (isEqual(names, before)) return;
      try {
        await this.#page.daemon.call("layers.activate", { names });
        this.#rows.get(name)?.refuse("");
        await this.#page.access.readLayers();
        const rank = names.indexOf(name) + 1;
        setText(this.#said, rank > 0 ? `${name} is now ${rank} of ${names.length}` : `${name} is inactive`);
      } catch (error) {
        this.#rows.get(name)?.refuse(error.message);
      }
    });
  }

  /** Begins a drag: the other layers make room, and the release sends the order. */
  grab(event, row) {
    const { name, handle, element } = row;
    if (event.button !== 0 || this.isOffline || this.#drag) return;
    event.preventDefault();
    row.refuse("");
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    element.classList.add("dragged");
    const end = new AbortController(), options = { signal: end.signal };
    const stop = () => {
      end.abort();
      element.classList.remove("dragged");
      this.#drag = undefined;
      this.#update();
    };
    const drag = (this.#drag = { names: this.#names, isHeld: true, name, stop });
    const middle = (other) => other.getBoundingClientRect().top + other.offsetHeight / 2;
    on(handle, "pointermove", ({ clientY }) => {
      const { previousElementSibling: above, nextElementSibling: below } = element;
      if (above && clientY < middle(above)) element.after(above);
      else if (below && clientY > middle(below)) element.before(below);
    }, options);
    on(handle, "pointerup", () => {
      const names = [...this.#active.children].map((other) => other.dataset.name);
      drag.isHeld = false;
      end.abort();
      // The new order stays on the page until the daemon has it. Layers that others have activated meanwhile come first.
      this.#arrange(name, (newest) => [...newest.filter((other) => !names.includes(other)), ...names.filter((other) => newest.includes(other))]);
      this.#work = this.#work.then(stop);
    }, options);
    on(handle, "pointercancel", stop, options);
    on(handle, "keydown", ({ key }) => key === "Escape" && stop(), options);
  }

  #update() {
    const { layers } = this.#page.access;
    const names = this.#names;
    if (this.#drag?.isHeld && !isEqual(names, this.#drag.names)) {
      this.#rows.get(this.#drag.name)?.refuse("Another client has changed the active layers. This is the new order: drag again.");
      return this.#drag.stop();
    }
    const focused = document.activeElement;
    for (const [name, row] of this.#rows) {
      if (layers.some((layer) => layer.name === name)) continue;
      row.element.remove();
      this.#rows.delete(name);
    }
    const rest = layers.filter(({ active }) => !active), others = rest.filter(({ name }) => !name.startsWith(prefix));
    const presets = rest.length - others.length;
    if (!this.#drag) {
      this.#place(this.#active, names);
      this.#place(this.#inactive, others.map(({ name }) => name));
    }
    for (const layer of layers) this.#rows.get(layer.name)?.update(layer, names.indexOf(layer.name) + 1);
    this.#showSources();
    // An element that moves loses the focus.
    if (document.activeElement !== focused) focused.focus();
    this.#none.hidden = names.length > 0;
    this.#heading.hidden = others.length === 0;
    this.#presets.hidden = presets === 0;
    setText(this.#presets, `Not shown: ${plural(presets, "inactive preset")}. The button Presets shows all presets.`);
    this.#details.update();
    this.#count();
  }

  #showSources() {
    const { layers, layersTime } = this.#page.access;
    this.#sources.place(layers, (name) => this.#rows.get(name)?.element);
    this.#shelf.hidden = layers.length === 0 && !this.#sources.hasMissing;
    this.#empty.hidden = !this.#shelf.hidden || layersTime === 0;
  }

  #place(list, names) {
    for (const [index, name] of names.entries()) {
      if (!this.#rows.has(name)) this.#rows.set(name, new LayerRow(this, name));
      const { element } = this.#rows.get(name);
      if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
    }
  }

  // A layer that was put again with the same content is younger than the page knows.
  #count() {
    const { access } = this.#page;
    const passed = (Date.now() - access.layersTime) / 1_000;
    for (const layer of access.layers) this.#rows.get(layer.name)?.count(layer, passed);
    this.#details.count(passed);
    this.#sources.count();
    const isOver = ({ age, ttl, stale }) => !stale && age + passed > ttl + 1;
    if (!this.isOffline && access.layers.some(isOver)) access.readLayers().catch(() => {});
  }
}
