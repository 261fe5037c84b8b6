// The worlds of the daemon, and the menu in the head of the page that chooses one.

import { make, on, setAttribute } from "./dom.js";
import { isEqual } from "./json.js";

/** The random end that makes the name of a world hard to guess. */
const randomEnd = /-[0-9a-f]{16}$/, longestName = 20;

/** Returns the name of a world for people, or that of the values that all programs share. */
export function nameOf(world) {
  if (world === undefined) return "Shared";
  const name = world.replace(randomEnd, "");
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

/** Returns the name of a new world: the typed name in the letters that the daemon allows, and a random end. */
export function newName(typed) {
  const word = typed.trim().replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/^[.-]+|[.-]+$/g, "").slice(0, 100) || "world";
  const random = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${word}-${random}`;
}

/** The worlds that the page may see, as worlds.list returns them. Event: "changed". */
export class Worlds extends EventTarget {
  list = [];
  #daemon;

  constructor(daemon, access) {
    super();
    this.#daemon = daemon;
    on(access, "server", ({ detail }) => {
      if (detail.worlds !== undefined) this.load().catch(() => {});
    });
  }

  async load() {
    const { worlds } = await this.#daemon.call("worlds.list");
    if (isEqual(worlds, this.list)) return;
    this.list = worlds;
    this.dispatchEvent(new Event("changed"));
  }
}

export function fillWorlds(select, worlds, chosen) {
  const names = worlds.list.map(({ world }) => world);
  if (chosen !== undefined && !names.includes(chosen)) names.push(chosen);
  // A menu that is open stays open.
  if ([...select.options].map(({ value }) => value).join() !== ["", ...names].join()) {
    select.replaceChildren(...[undefined, ...names].map((world) => make("option", { value: world ?? "", title: world }, nameOf(world))));
  }
  select.value = chosen ?? "";
}

/** Returns the menu of the page's own world. It is there if a world exists. */
export function makeWorldMenu({ daemon, worlds, say }) {
  const select = make("select", {
    id: "world", class: "choice", label: "World of this page", title: "The values that this page shows and changes",
    onchange: async () => {
      try {
        await daemon.join(select.value || undefined);
      } catch (error) {
        say(error.message);
        update();
      }
    },
  });
  const update = () => {
    fillWorlds(select, worlds, daemon.world);
    select.hidden = worlds.list.length === 0 && daemon.world === undefined;
    setAttribute(select, "data-in", daemon.world !== undefined);
  };
  on(worlds, "changed", update);
  on(daemon, "world", update);
  on(daemon, "ended", ({ detail }) => say(`The world ${nameOf(detail)} has ended. The page shows the shared values.`));
  update();
  return select;
}
