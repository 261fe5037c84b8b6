// Sets keys back to earlier values, in one commit, after a preview.

import { changeTable, makeDialog } from "./dialogs.js";
import { make, makeButton, on, setText } from "./dom.js";
import { plural } from "./words.js";

const reasons = { readOnly: "only a layer sets this key", invalid: "its declaration does not allow the value", undeclared: "the daemon refuses undeclared keys" };
const sentence = ({ key, reason, layer }) => `${key}: ${reason === "locked" ? `the layer ${layer} locks it` : reasons[reason]}`;

/** Returns the parameters of one commit that gives keys their values, and removes the stored values of all others. */
function parameters(values) {
  const stored = {}, resets = [];
  for (const [key, value] of values) {
    if (value === undefined) resets.push(key);
    else stored[key] = value;
  }
  return { values: stored, match: resets };
}

/**
 * Shows what giving keys their earlier values would change, and does it if the person agrees. `values` has undefined for a key without
 * a value, `left` the sentences about what stays as it is.
 */
export class Restore {
  #page;
  #values;
  #left;
  #params;
  #content = make("div");
  #fault = make("p.fault-position", { role: "alert" });
  #apply;
  #dialog;

  constructor(page, title, values, left) {
    this.#page = page;
    this.#values = values;
    this.#left = left;
    this.#apply = makeButton("Apply", () => this.#perform());
    this.#dialog = makeDialog(title, this.#content, this.#fault,
      make("form.line.end", { method: "dialog" }, this.#apply, make("button", "Cancel")));
    on(this.#dialog, "close", () => this.#dialog.remove());
  }

  async open() {
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    await this.#preview();
  }

  async #preview() {
    this.#apply.disabled = true;
    const left = [...this.#left], wanted = new Map(this.#values);
    for (;;) {
      try {
        const params = parameters(wanted);
        const result = await this.#page.daemon.call("tunables.setAll", { ...params, dryRun: true });
        // The revision is that of the commit that would be made.
        this.#params = { ...params, ifRevision: result.revision - (result.changed ? 1 : 0) };
        return this.#show(result, [...(result.left ?? []).map(sentence), ...left]);
      } catch (error) {
        const refused = (error.data.faults ?? [{ ...error.data, message: error.message }]).filter(({ key }) => wanted.delete(key));
        if (refused.length === 0) return this.#say(error);
        left.push(...refused.map(({ message }) => message));
      }
    }
  }

  #show({ changes, changed }, left) {
    this.#apply.disabled = !changed;
    this.#apply.textContent = changes.length > 0 ? `Change ${plural(changes.length, "value")}` : "Apply";
    // A kill switch, for example, hides what is stored.
    const none = changed ? "Stored values would change, but none that is in effect now." : "Nothing would change.";
    this.#content.replaceChildren(
      changes.length > 0 ? changeTable(changes) : make("p", none),
      ...(left.length > 0 ? [make("h3", "This stays as it is"), make("ul.left.scroll", ...left.map((text) => make("li", text)))] : []),
      make("p.hint", "This is one commit: one undo reverts it."));
  }

  async #perform() {
    try {
      const { changes } = await this.#page.daemon.call("tunables.setAll", this.#params);
      this.#page.say(`${plural(changes.length, "value has", "values have")} changed. Undo reverts this.`);
      this.#dialog.close();
    } catch (error) {
      this.#say(error);
      // Somebody has changed one of the keys: the person decides again.
      if (error.data.kind === "conflict") await this.#preview();
    }
  }

  #say(error) {
    setText(this.#fault, error.message);
  }
}
