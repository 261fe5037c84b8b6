// The view of worlds: create, compare, merge and drop them, and move a program between two.

import { Comparison } from "./compare.js";
import { Daemon } from "./daemon.js";
import { ask, changeTable } from "./dialogs.js";
import { make, makeButton, makeField, makeMenu, makeTitles, on, setText } from "./dom.js";
import { isEqual } from "./json.js";
import { ProgramMove } from "./program-move.js";
import { Side } from "./side.js";
import { Values } from "./values.js";
import { contentWords, plural } from "./words.js";
import { fillWorlds, nameOf, newName } from "./world.js";

/** Milliseconds between two looks at the programs. */
const lookPause = 2_000;

export class WorldsView {
  #page;
  /** The page's own side, and the one that a second connection shows. */
  #sides;
  #menus;
  #comparison;
  #program;
  #timer;
  #list = make("tbody");
  #table;
  #form;
  #choices;
  #empty = make("p.note", "There is no world yet. A world has its own values, and only the programs in it see them. Create one here, or type: ",
    make("code", "tunerctl with ui.scale=2 -- PROGRAM"));
  #name = makeField("Name of the new world", { placeholder: "name of the new world", maxlength: 60 });
  #creation = make("button", "Create");
  #fault = make("p.fault", { role: "alert" });
  #said = make("p.note", { role: "status" });
  #pair;
  element;

  constructor(page) {
    this.#page = page;
    const other = new Daemon();
    const update = () => this.#comparison.update();
    this.#sides = [new Side(page.daemon, page.values, update), new Side(other, new Values(other), update)];
    this.#program = new ProgramMove(page, this.#sides, (action) => this.#try(this.#choices, async () => this.#tell(await action())));
    this.#comparison = new Comparison(this.#sides, page.access);
    this.#menus = this.#sides.map((side, index) => makeMenu(
      index === 0 ? "A, also the world of this page" : "B",
      ({ target }) => this.#try(this.#choices, () => side.daemon.join(target.value || undefined)),
    ));
    this.#table = make("table.worlds",
      make("thead", makeTitles("World", "Members", "Content", "Created by", "")), this.#list);
    this.#choices = make("div.choices", make("label", "A ", this.#menus[0]), make("label", "B ", this.#menus[1]),
      make("label", "Program ", this.#program.menu), this.#program.button);
    this.#pair = make("section", { label: "A and B" }, this.#choices, this.#said, this.#comparison.element);
    this.#form = make("form", {
      class: "tools",
      onsubmit: (event) => {
        event.preventDefault();
        this.#try(this.#form, () => this.#create());
      },
    }, this.#name, this.#creation, make("span.note", "A world ends with the program that created it. This page keeps its worlds while it is open."));
    this.element = make("main", { id: "worlds" }, this.#form, this.#table, this.#empty, this.#pair);
    this.#listen(other);
  }

  #listen(other) {
    const { daemon, access, worlds } = this.#page;
    const update = () => this.#update();
    on(worlds, "changed", () => {
      this.#separate();
      update();
      this.#program.look();
    });
    on(daemon, "world", ({ detail }) => {
      if (detail !== undefined) this.#separate();
    });
    for (const { daemon, values } of this.#sides) {
      on(daemon, "world state", update);
      on(values, "keys values", () => this.#comparison.update());
    }
    on(daemon, "offline", () => other.disconnect());
    on(other, "online", () => Promise.all([this.#sides[1].values.load(), this.#sides[1].load()]).catch(() => {}));
    on(other, "world", () => this.#sides[1].values.reload());
    on(other, "ended", ({ detail }) => this.#tell(`The world ${nameOf(detail)} has ended. B shows the shared values.`));
    // A declaration changes the specs of both sides.
    on(access, "server", ({ detail }) => {
      if (detail.tunables !== undefined) this.#sides[1].values.reload();
      for (const side of this.#sides) side.read();
    });
  }

  async load() {
    this.rest();
    this.#separate();
    this.#sides[1].daemon.connect();
    addEventListener("keydown", this.#press);
    // No notification says that a program has connected, or that a world has another value.
    this.#timer = setInterval(() => Promise.all([this.#program.look(), this.#page.worlds.load()]).catch(() => {}), lookPause);
    await Promise.all([this.#sides[0].load(), this.#page.worlds.load(), this.#program.look()]);
  }

  rest() {
    removeEventListener("keydown", this.#press);
    clearInterval(this.#timer);
    this.#sides[0].rest();
    this.#sides[1].daemon.disconnect();
  }

  focusSearch() {
    this.#name.focus();
  }

  #press = (event) => {
    if (event.key !== "x" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, dialog")) return;
    event.preventDefault();
    this.#program.move();
  };

  /** Chooses another world for B if it equals A, and if there is one. */
  #separate() {
    const [one, other] = this.#sides.map(({ daemon }) => daemon);
    if (one.world !== other.world) return;
    const world = one.world === undefined ? this.#page.worlds.list[0]?.world : undefined;
    if (!other.isOnline) other.world = world;
    else if (world !== undefined || one.world !== undefined) this.#try(this.#choices, () => other.join(world));
  }

  async #create() {
    await this.#page.daemon.create(newName(this.#name.value));
    this.#name.value = "";
  }

  async #merge(world) {
    const { daemon } = this.#page, content = make("div");
    let shown, revision;
    const read = async () => {
      const before = shown;
      ({ revision, ...shown } = await daemon.call("worlds.diff", { world }));
      content.replaceChildren(this.#difference(shown));
      return isEqual(before, shown);
    };
    await read();
    ask(`Merge ${nameOf(world)}`, "Merge", async () => {
      if (!(await read())) throw new Error("Values changed in the meantime. Merge again to use it.");
      const result = await daemon.call("worlds.merge", { world, ifRevision: revision });
      this.#tell(`${nameOf(world)} is merged: ${result.changes.length} shared values changed. In Shared, undo reverts them.`);
    }, content);
  }

  #difference({ changes, stored = [], flags = [] }) {
    const shared = this.#sides.find(({ daemon }) => daemon.world === undefined)?.flags;
    const silent = stored.map((change) => ({ ...change, key: `${change.key} (no effect now)` }));
    const rows = [...changes, ...silent, ...flags.map(({ key, variant, value }) => {
      const now = shared?.get(key);
      return { key: `flag ${key}`, old: now?.variant ?? now?.value ?? "…", value: variant ?? value };
    })];
    return rows.length > 0 ? changeTable(rows) : make("p", "Nothing differs from the shared values.");
  }

  async #drop({ world, members }) {
    const own = this.#sides.filter(({ daemon }) => daemon.world === world);
    const others = members - own.length;
    const sentence = `${plural(others, "other connection is", "other connections are")} in this world. Programs in it receive an error until they leave it.`;
    const drop = async () => {
      for (const { daemon } of own) await daemon.join(undefined);
      await this.#page.daemon.call("worlds.drop", { world });
    };
    if (others > 0) ask(`Drop ${nameOf(world)}`, "Drop", drop, make("p", sentence));
    else await drop();
  }

  /** Does something; if it fails, shows the sentence after the element where the person acted. */
  async #try(place, action) {
    this.#fault.remove();
    try {
      await action();
    } catch (error) {
      setText(this.#fault, error.message);
      place.after(this.#fault);
    }
    this.#update();
  }

  #tell(text) {
    setText(this.#said, text);
  }

  #update() {
    const { daemon, worlds } = this.#page;
    this.#menus.forEach((menu, index) => {
      fillWorlds(menu, worlds, this.#sides[index].daemon.world);
      menu.disabled = !this.#sides[index].daemon.isOnline;
    });
    const hasWorlds = worlds.list.length > 0;
    this.#table.hidden = this.#pair.hidden = !hasWorlds;
    this.#empty.hidden = hasWorlds;
    const focused = document.activeElement?.dataset.action;
    this.#list.replaceChildren(...worlds.list.map((world) => this.#row(world)));
    if (focused) [...this.#list.querySelectorAll("button")].find((button) => button.dataset.action === focused)?.focus();
    this.#creation.disabled = !daemon.isOnline;
    this.#program.update();
    this.#comparison.update();
  }

  #row(listed) {
    const { world, members, actor } = listed;
    const isOwn = this.#page.daemon.world === world;
    const button = (text, action) => makeButton(text, () => this.#try(this.#table, action), { label: `${text} ${nameOf(world)}`, "data-action": `${text} ${world}`, disabled: !this.#page.daemon.isOnline });
    return make("tr", { "data-own": isOwn },
      make("th", { scope: "row", title: world }, nameOf(world)),
      make("td", String(members)), make("td", contentWords(listed)),
      make("td", `${actor.client} ${actor.pid}`),
      make("td.acts",
        button(isOwn ? "Leave" : "Show", () => this.#page.daemon.join(isOwn ? undefined : world)),
        button("Merge", () => this.#merge(world)), button("Drop", () => this.#drop(listed))));
  }
}
