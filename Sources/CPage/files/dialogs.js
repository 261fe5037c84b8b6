// The dialogs: presets, and the import of a file.

import { make, makeButton, makeField, on, setText } from "./dom.js";
import { parse, show } from "./json.js";

/** The beginning of the name of a preset's layer. */
export const prefix = "preset:";
/** The beginning of the source of a preset that has only matching keys. */
const matchStart = "preset save --match ";
const longestTable = 200;

export function changeTable(changes) {
  const rows = changes.slice(0, longestTable).map(({ key, old, value }) =>
    make("tr", make("th", { scope: "row" }, key), make("td", { dir: "auto" }, show(old)), make("td", "→"), make("td", { dir: "auto" }, show(value))));
  const rest = changes.length - rows.length;
  return make("div.scroll", make("table", ...rows), rest > 0 ? `and ${rest} more` : "");
}

export function makeDialog(title, ...children) {
  return make("dialog", { label: title }, make("h2", title), ...children);
}

/**
 * Shows a dialog with a button that calls `submit`. If that fails, the dialog stays, and shows the sentence.
 */
export function ask(title, verb, submit, ...children) {
  const fault = make("p.fault-position", { role: "alert" });
  const form = make("form.ask", { onsubmit: async (event) => {
    event.preventDefault();
    try {
      await submit();
      dialog.close();
    } catch (error) {
      setText(fault, error.message);
    }
  } }, ...children, fault, make("div.line", make("button.main", verb), makeButton("Cancel", () => dialog.close())));
  const dialog = makeDialog(title, form);
  on(dialog, "close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

export const labelled = (label, control) => make("label", make("span", label), control);

/** Opens the presets: save the present values under a name, compare, apply and delete. */
export class Presets {
  #daemon;
  #say;
  #list = make("ul.presets");
  #difference = make("div");
  element;

  constructor(daemon, say) {
    this.#daemon = daemon;
    this.#say = say;
    const name = makeField("Name of the preset", { placeholder: "name" });
    this.element = makeDialog("Presets", this.#list, this.#difference,
      make("form.line", { onsubmit: (event) => {
        event.preventDefault();
        this.#perform(() => this.#save(name.value.trim()));
      } }, name, make("button", "Save the present values")),
      make("form", { method: "dialog" }, make("button", "Close")));
  }

  async open() {
    this.#difference.replaceChildren();
    await this.#perform(() => this.#refresh());
    this.element.showModal();
  }

  async #perform(action) {
    try {
      await action();
    } catch (error) {
      this.#say(error.message);
    }
  }

  async #refresh() {
    const { layers } = await this.#daemon.call("layers.list");
    const names = layers.map(({ name }) => name).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
    this.#list.replaceChildren(...names.sort().map((name) => make("li", make("span", name),
      makeButton("Compare", () => this.#perform(() => this.#compare(name)), { label: `Compare ${name}` }),
      makeButton("Apply", () => this.#perform(() => this.#apply(name)), { label: `Apply ${name}` }),
      makeButton("Delete", () => this.#perform(() => this.#delete(name)), { label: `Delete ${name}` }))));
    if (names.length === 0) this.#list.append(make("li", "There is no preset yet."));
  }

  async #save(name) {
    // The built-in keys belong to the present values, too.
    const { values } = await this.#daemon.call("tunables.export", { match: ["*", "stew.*"] });
    await this.#daemon.call("layers.put", { name: prefix + name, values });
    this.#say(`The preset ${name} has the present values.`);
    await this.#refresh();
  }

  async #compare(name) {
    const { changes } = await this.#load(name, { dryRun: true });
    this.#difference.replaceChildren(make("h3", `Now → ${name}`), changes.length > 0 ? changeTable(changes) : "Nothing would change.");
  }

  async #apply(name) {
    const { changes } = await this.#load(name, {});
    this.#say(`The preset ${name} is applied: ${changes.length} changes. Undo reverts them.`);
    this.element.close();
  }

  // As tunerctl preset load does: each value as it was saved, and all other keys reset, or the other matching ones.
  async #load(name, options) {
    const { values, source } = await this.#daemon.call("layers.get", { name: prefix + name });
    const match = source?.startsWith(matchStart) ? source.slice(matchStart.length).split(",") : undefined;
    return this.#daemon.call("tunables.setAll", { values, storeAll: true, match, ...options });
  }

  async #delete(name) {
    await this.#daemon.call("layers.remove", { name: prefix + name });
    await this.#refresh();
  }
}

/** Shows what a file would change, and imports it if the person agrees. */
export async function importFile(daemon, say, file) {
  try {
    const params = parameters(parse(await file.text()));
    const { changes } = await daemon.call("tunables.import", { ...params, dryRun: true });
    ask(`Import ${file.name}`, "Import", async () => {
      const result = await daemon.call("tunables.import", params);
      say(`${file.name}: ${result.changes.length} changes.`);
    }, changes.length > 0 ? changeTable(changes) : make("p", "Nothing would change: the daemon already has all values of the file."));
  } catch (error) {
    say(`${file.name}: ${error.message}`);
  }
}

/** Returns the parameters of an import: of an exported file, or of an object of values. */
function parameters(content) {
  const { values, specs, invalid } = content;
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject(values) && (specs === undefined || isObject(specs)) ? { values, specs, invalid } : { values: content };
}
