// The views of the page, of which one is shown. The part of the URL after # names it.

import { make, setAttribute } from "./dom.js";

/**
 * The views after the values, in order: the name in the URL, the title, and the class in the module of that name. What
 * follows the name after a question mark is for the view.
 *
 * A module is loaded when its view is shown first. A view is made of the page, with its `daemon`, `values`, `access`,
 * `worlds`, `tries` and `say`. It has `element`, and may have `load`, `rest` and `focusSearch`. `load` is called when the view is
 * shown and the daemon has a connection: it reads and subscribes. `rest` ends the subscriptions of a view that nobody sees.
 */
const views = [
  { name: "chart", title: "Chart", className: "ChartView" },
  { name: "history", title: "History", className: "HistoryView" },
  { name: "flags", title: "Flags", className: "FlagsView" },
  { name: "layers", title: "Layers", className: "LayersView" },
  { name: "worlds", title: "Worlds", className: "WorldsView" },
  { name: "stew", title: "Stew", className: "StewView" },
  { name: "terminal", title: "Terminal", className: "TerminalView" },
];

export class Tabs {
  #page;
  #views = new Map();
  #links = new Map();
  #shown;
  element = make("nav", { id: "tabs", role: "tablist", label: "Views", onkeydown: (event) => this.#press(event) });
  room = make("div", { id: "view", role: "tabpanel" });

  constructor(page, valuesView) {
    this.#page = page;
    this.#views.set("values", Promise.resolve(valuesView));
    for (const { name, title } of [{ name: "values", title: "Values" }, ...views]) {
      this.#links.set(name, make("a", { role: "tab", href: `#${name}`, id: `tab-${name}` }, title));
    }
    this.element.append(...this.#links.values());
    this.room.append(valuesView.element);
    addEventListener("hashchange", () => this.#show());
    this.#show();
  }

  async load() {
    await this.#shown?.load?.();
  }

  rest() {
    this.#shown?.rest?.();
  }

  showAt(index) {
    [...this.#links.values()][index]?.click();
  }

  focusSearch() {
    this.#shown?.focusSearch?.();
  }

  async #show() {
    const name = this.#nameInURL;
    for (const [other, link] of this.#links) {
      setAttribute(link, "aria-selected", String(other === name));
      setAttribute(link, "tabindex", other === name ? 0 : -1);
    }
    setAttribute(this.room, "aria-labelledby", `tab-${name}`);
    try {
      if (!this.#views.has(name)) this.#views.set(name, this.#make(views.find((view) => view.name === name)));
      const view = await this.#views.get(name);
      if (name !== this.#nameInURL || view === this.#shown) return;
      this.rest();
      this.#shown = view;
      this.room.replaceChildren(view.element);
      // On a narrow page, the tabs scroll.
      this.#links.get(name).scrollIntoView({ block: "nearest", inline: "nearest" });
      if (this.#page.daemon.isOnline && !document.hidden) await view.load?.();
    } catch (error) {
      this.#page.say(error.message);
    }
  }

  get #nameInURL() {
    const [name] = location.hash.slice(1).split("?");
    return this.#links.has(name) ? name : "values";
  }

  async #make({ name, className }) {
    const style = make("link", { rel: "stylesheet", href: `/page/${name}.css` });
    const isStyled = new Promise((resolve) => (style.onload = style.onerror = resolve));
    document.head.append(style);
    try {
      const [module] = await Promise.all([import(`./${name}.js`), isStyled]);
      return new module[className](this.#page);
    } catch (error) {
      this.#views.delete(name);
      throw error;
    }
  }

  // The arrow keys move between tabs, as the role promises.
  #press(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const links = [...this.#links.values()];
    const next = links[(links.indexOf(document.activeElement) + step + links.length) % links.length];
    next.focus();
    next.click();
  }
}
