// The sources of the layers, as the programs report them that fetch layers: in the rows of the layers, and in a list of
// those whose layer the daemon does not have.

import { make, makeButton, on, oneAtATime, setAttribute, setText } from "./dom.js";
import { LayerSource } from "./layer-source.js";

export class LayerSources {
  /** The sources by layer; of several for one layer the first, as in layers.list. */
  #all = new Map();
  #lines = new Map();
  #page;
  #onChange;
  #isShown = false;
  // A daemon of an earlier version has no sources.
  #reread = oneAtATime(() => this.#read());
  #button = makeButton("Fetch all now", () => this.#fetchAll());
  #fault = make("p.bad", { role: "alert" });
  #missing = make("ul.layers", { label: "Sources without a layer" });
  #section = make("section", { hidden: true }, make("h2", "Not in the daemon"), this.#missing);
  #head = make("div.fetch-all", { hidden: true }, this.#button, this.#fault);

  /** Creates the sources of a page. `onChange` is called when they have changed. */
  constructor(page, onChange) {
    this.#page = page;
    this.#onChange = onChange;
    on(page.access, "server", ({ detail }) => {
      if (detail.sources !== undefined && this.#isShown) this.#reread();
    });
  }

  /** The elements above and below the lists of the layers. */
  get elements() {
    return [this.#head, this.#section];
  }

  /** Whether there is a source whose layer the daemon does not have. */
  get hasMissing() {
    return this.#missing.children.length > 0;
  }

  load() {
    this.#isShown = true;
    this.#reread();
  }

  rest() {
    this.#isShown = false;
  }

  /** Puts each source into the row of its layer. `rowOf` returns the element of a row; undefined if the page has none. */
  place(layers, rowOf) {
    const obstacle = this.#page.daemon.obstacle;
    for (const name of this.#lines.keys()) if (!this.#all.has(name)) this.#remove(name);
    for (const [name, source] of this.#all) {
      if (!this.#lines.has(name)) this.#lines.set(name, new LayerSource(name, (method, layer) => this.#request(method, layer)));
      const line = this.#lines.get(name);
      const room = layers.some((layer) => layer.name === name) ? rowOf(name) : this.#missingRow(name, source);
      if (room && line.element.parentElement !== room) room.append(line.element);
      line.update(source);
      line.obstruct(obstacle);
    }
    for (const row of [...this.#missing.children]) if (!row.querySelector(".source")) row.remove();
    this.#section.hidden = !this.hasMissing;
    this.#head.hidden = this.#all.size === 0;
    setAttribute(this.#button, "aria-disabled", obstacle && "true");
    if (!obstacle) setText(this.#fault, "");
  }

  /** Shows the times of the fetches again. */
  count() {
    for (const line of this.#lines.values()) line.count();
  }

  #missingRow(name, { address }) {
    const known = [...this.#missing.children].find((row) => row.dataset.name === name);
    if (known) return known;
    const row = make("li.layer", { "data-name": name }, make("span.names", make("b.title", name), make("span.about", address)));
    this.#missing.append(row);
    return row;
  }

  #remove(name) {
    const line = this.#lines.get(name);
    line.element.remove();
    this.#lines.delete(name);
    if (line.isAwaited) this.#page.say(`${name}: the program that fetches the layer has ended.`);
  }

  async #fetchAll() {
    try {
      await this.#request("sync.fetch");
      setText(this.#fault, "");
    } catch (error) {
      setText(this.#fault, error.message);
    }
  }

  // The page may know less than the daemon, so it reads the sources before the request, to see what the request changes.
  async #request(method, layer) {
    const { daemon } = this.#page;
    if (daemon.obstacle) throw new Error(daemon.obstacle);
    const before = this.#byLayer((await daemon.call("sync.status")).sources);
    const { layers } = await daemon.call(method, { layer });
    for (const name of layers) if (before.has(name)) this.#lines.get(name)?.wait(before.get(name));
    this.#reread();
  }

  async #read() {
    this.#all = this.#byLayer((await this.#page.daemon.call("sync.status")).sources);
    this.#onChange();
  }

  #byLayer(sources) {
    const all = new Map();
    for (const source of sources) if (!all.has(source.layer)) all.set(source.layer, source);
    return all;
  }
}
