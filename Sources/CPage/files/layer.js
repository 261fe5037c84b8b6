// The details of one layer: what it sets, and which of that is in effect.

import { ask } from "./dialogs.js";
import { make, makeButton, makeFacts, makeTitles, on, setText } from "./dom.js";
import { show } from "./json.js";
import { Panel } from "./panel.js";
import { span } from "./words.js";

/** The keys that the table shows. The page asks the daemon about each. */
const longestTable = 200;

export class LayerDetails {
  #page;
  #view;
  #name;
  #content;
  #flags = new Map();
  /** For each key, the kind of the row and a sentence: what tunables.describe says about the layer's value. */
  #answers = new Map();
  #facts = make("dl");
  #age = make("span");
  #table = make("table.keys");
  #panel;

  constructor(page, view) {
    this.#page = page;
    this.#view = view;
    this.#panel = new Panel("Details of the layer", () => view.open(), this.#facts,
      make("div.actions", makeButton("Remove…", () => this.#remove())), this.#table);
    on(page.values, "values", ({ detail }) => {
      if (!this.#content || !this.element.isConnected) return;
      const changed = Object.keys(this.#content.values).filter((key) => detail.has(key));
      for (const key of changed) this.#answers.delete(key);
      if (changed.length > 0) this.#showKeys();
    });
    on(page.values, "keys", () => this.update());
  }

  get element() {
    return this.#panel.element;
  }

  get #layer() {
    return this.#page.access.layers.find(({ name }) => name === this.#name);
  }

  /** Shows a layer; without a name, closes. */
  open(name) {
    this.#name = name;
    this.#content = undefined;
    this.#table.replaceChildren();
    this.#panel.show(name);
    this.#panel.focus();
  }

  async update() {
    const name = this.#name;
    if (name === undefined || this.#view.isOffline || !this.element.isConnected) return;
    if (!this.#layer) return this.#view.open();
    this.#showFacts();
    try {
      const { daemon } = this.#page;
      const [content, { flags }] = await Promise.all([daemon.call("layers.get", { name }), this.#layer.flags > 0 ? daemon.call("flags.list") : { flags: [] }]);
      if (name !== this.#name) return;
      this.#content = content;
      this.#flags = new Map(flags.map((flag) => [flag.key, flag]));
      this.#answers.clear();
      await this.#showKeys();
    } catch {
      // The next change, or the next connection, asks again.
    }
  }

  count(passed) {
    if (!this.#layer) return;
    const { age, ttl } = this.#layer;
    setText(this.#age, `${span((age + passed) * 1_000)} ago${ttl === undefined ? "" : `; stale after ${span(ttl * 1_000)}`}`);
  }

  #showFacts() {
    const { version, source, locks, killSwitch, rejected } = this.#layer;
    const facts = [
      ["version", version], ["source", source], ["put", this.#age], ["locks", locks.join(", ") || undefined],
      ["kill switch", killSwitch && "While the layer is active, its keys have their defaults."],
      ["rejected", rejected && make("span.bad", `${rejected.count} since the last put; at ${new Date(rejected.time).toLocaleString()}: ${rejected.error}`)],
    ];
    this.#facts.replaceChildren(...makeFacts(facts));
  }

  async #ask(key) {
    let answer;
    try {
      const { value, layers } = await this.#page.daemon.call("tunables.describe", { key });
      const own = layers.find(({ origin }) => origin === `layer:${this.#name}`);
      answer = own?.wins ? ["wins", "in effect"] : own?.valid ? ["", value === undefined ? own.why : `${own.why}: ${show(value)}`] : ["bad", own?.why];
    } catch {
      // The key has no declaration and no other value.
      answer = ["", "the layer is not active"];
    }
    this.#answers.set(key, answer);
  }

  async #showKeys() {
    const content = this.#content;
    const entries = Object.entries(content.values), shown = entries.slice(0, longestTable);
    await Promise.all(shown.filter(([key]) => !this.#answers.has(key)).map(([key]) => this.#ask(key)));
    if (content !== this.#content) return;
    const row = (key, value, [kind, sentence]) => make("tr", { class: kind }, make("th", { scope: "row" }, key), make("td", { dir: "auto" }, value), make("td", sentence));
    const rows = shown.map(([key, value]) => row(key, show(value), this.#answers.get(key) ?? []));
    const rest = entries.length - shown.length;
    if (rest > 0) rows.push(row(`and ${rest} more`, "", ["", `tunerctl layers get ${content.name}`]));
    for (const [key, { defaultVariant }] of Object.entries(content.flags)) rows.push(row(key, defaultVariant ?? "", this.#flagVerdict(key)));
    this.#table.replaceChildren(makeTitles("key", "in this layer", "in effect"), ...rows);
  }

  #flagVerdict(key) {
    const { origin, limited, override } = this.#flags.get(key) ?? {};
    if (!this.#layer?.active) return ["", "a flag; the layer is not active"];
    if (origin !== `layer:${this.#name}`) return ["", `a flag; the definition of ${origin} is in effect`];
    return limited ? ["", "a flag; a kill switch limits it"] : override ? ["", "a flag; an override is in effect"] : ["wins", "a flag; in effect"];
  }

  #remove() {
    const { name, values, flags, active } = this.#layer;
    ask(`Remove the layer ${name}?`, "Remove", async () => {
      await this.#page.daemon.call("layers.remove", { name });
      this.#page.say(`The layer ${name} is removed.`);
    }, make("p", `It has ${values} values and ${flags} flags${active ? ", and is active" : ""}. Undo does not bring it back.`));
  }
}
