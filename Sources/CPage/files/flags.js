// The view of the flags: the context, the table, and the details of one flag.

import { ask, labelled } from "./dialogs.js";
import { make, makeButton, makeField, on, setAttribute, setText } from "./dom.js";
import { checkJSON } from "./editor.js";
import { askForFlag } from "./flag-definition.js";
import { FlagDetails } from "./flag-details.js";
import { FlagRow } from "./flag-row.js";
import { GroupedView } from "./grouped-view.js";
import { matches, rows } from "./groups.js";
import { parse, typeOf } from "./json.js";
import { MarkedArea } from "./marked-area.js";

/** The shortest wait before the flags are read again, and that before a typed context is used, in milliseconds. */
const reloadPause = 100, typingPause = 250;

const filters = {
  forced: ({ override }) => override !== undefined,
  limited: ({ limited }) => limited === true,
  faulty: ({ fault, override, evaluation }) => fault !== undefined || override?.valid === false || evaluation?.reason === "ERROR",
  disabled: ({ state }) => state === "DISABLED",
};

export class FlagsView extends GroupedView {
  /** Each flag by its key, as flags.list has it, with its `evaluation` in the context, and its `fault` in the file. */
  flags = new Map();
  flagsFile;
  context = { targetingKey: "user-1" };
  details;
  element;

  #isShown = false;
  #subscription;
  #reloading;
  #pause = reloadPause;
  #typing;
  #killSwitch = makeButton("Kill switch…", () => this.#askForKillSwitch());
  #context = new MarkedArea({ id: "context", label: "Context as JSON", oninput: () => this.#typeContext() });
  #contextFault = make("p.fault-position", { "aria-live": "polite" });
  #fileFault = make("p.notice", { role: "status", hidden: true });

  constructor({ daemon, access, say }) {
    super("Flags", "Search flags", filters, [], (item) => new FlagRow(this, item));
    Object.assign(this, { daemon, access, say });
    this.details = new FlagDetails(this);
    this.#context.value = JSON.stringify(this.context);
    const create = makeButton("New flag…", () => askForFlag(daemon, (key) => this.#openNew(key)));
    const head = make("div.row.flag.titles", { "aria-hidden": "true" },
      ...["Flag", "Value", "Variant", "Reason", "Origin", "Force"].map((title) => make("span", title)));
    this.element = make("main", { id: "flags" },
      make("div.tools", this.search, this.chips, this.count, this.#killSwitch, create),
      make("div.context", make("label", { for: "context" }, "Context"), this.#context.element, this.#contextFault),
      this.#fileFault,
      make("div.panes", make("div.table", head, this.empty, this.list.element), this.details.element));
    on(daemon, "online offline", () => this.updateAll());
    on(daemon, "world", () => this.#reload());
    on(access, "server", () => this.#reload());
    setInterval(() => this.#countDown(), 1_000);
  }

  #countDown() {
    if (document.hidden || !this.element.isConnected) return;
    this.list.update();
    this.details.countDown();
  }

  async load() {
    this.#isShown = true;
    const { context } = this;
    const [subscription, list] = await Promise.all([
      this.daemon.subscribe("flags", { context }, (params) => this.#receive(params)), this.daemon.call("flags.list"),
    ]);
    if (context !== this.context || !this.#isShown) return subscription.end();
    this.#subscription?.end();
    this.#subscription = subscription;
    this.#replace(list, subscription.flags);
  }

  rest() {
    this.#isShown = false;
    this.#subscription?.end();
    this.#subscription = undefined;
  }

  // A notification does not have the override and the kill switch.
  #receive({ changes }) {
    for (const { key, old, ...evaluation } of changes) {
      const flag = this.flags.get(key);
      if (flag) flag.evaluation = { ...flag.evaluation, ...evaluation };
    }
    this.list.update(new Set(changes.map(({ key }) => key)));
    this.#reload();
  }

  #reload() {
    if (!this.#isShown) return;
    this.#reloading ??= setTimeout(async () => {
      this.#reloading = undefined;
      const { context } = this, start = performance.now();
      try {
        const [list, { flags }] = await Promise.all([this.daemon.call("flags.list"), this.daemon.call("flags.evaluateAll", { context })]);
        if (context === this.context) this.#replace(list, flags);
        // Very many flags are read less often: a notification has the new value at once.
        this.#pause = Math.max(reloadPause, 4 * (performance.now() - start));
      } catch {
        // The next connection reads everything.
      }
    }, this.#pause);
  }

  #replace({ flags, flagsFile }, evaluations) {
    this.flagsFile = flagsFile;
    this.flags = new Map(flags.map((flag) => [flag.key, flag]));
    for (const evaluation of evaluations) Object.assign(this.flags.get(evaluation.key) ?? {}, { evaluation });
    // A faulty flag of the file may have no definition at all.
    for (const fault of flagsFile?.faults ?? []) this.flags.set(fault.key, { key: fault.key, ...this.flags.get(fault.key), fault });
    this.#fileFault.hidden = flagsFile?.ok !== false;
    setText(this.#fileFault, this.#fileFault.hidden ? "" : `The flags file ${flagsFile.path} has a fault: ${flagsFile.error}`);
    this.arrange();
    this.details.update();
  }

  #typeContext() {
    clearTimeout(this.#typing);
    const fault = checkJSON(this.#context);
    const context = fault ? undefined : parse(this.#context.value);
    const isObject = typeOf(context) === "object" && context !== null;
    setText(this.#contextFault, fault || (isObject ? "" : "The context is a JSON object, such as {\"targetingKey\":\"user-1\"}."));
    if (isObject) this.#typing = setTimeout(() => this.#useContext(context), typingPause);
  }

  async #useContext(context) {
    this.context = context;
    if (!this.#isShown) return;
    try {
      await this.load();
    } catch (error) {
      setText(this.#contextFault, error.message);
    }
  }

  /** Overrides a flag: `override` has a `variant` or a `value`, and may have the seconds, `for`. */
  async force(key, override) {
    await this.#perform(key, "flags.set", { key, ...override });
  }

  async reset(key) {
    await this.#perform(key, "flags.reset", { key });
  }

  async #perform(key, method, params) {
    try {
      const { limited } = await this.daemon.call(method, params);
      this.list.row(key)?.clearFault();
      if (limited) this.say(`${key}: the change is stored, but a kill switch limits the flag.`);
    } catch (error) {
      // The sentence appears where the person is.
      if (this.details.element.contains(document.activeElement)) this.details.refuse(error.message);
      else this.list.row(key)?.refuse(error.message);
    }
  }

  #openNew(key) {
    this.flags.set(key, { key });
    if (this.opened !== key) this.open(key);
  }

  #askForKillSwitch() {
    const patterns = makeField("Patterns", { placeholder: "ui.* game.*    (empty: all keys)", autocapitalize: "off" });
    const reason = makeField("Reason", { placeholder: "release" });
    ask("Kill switch", "Limit to defaults", () => {
      const match = patterns.value.split(/[\s,]+/).filter(Boolean);
      return this.daemon.call("flags.killSwitch", { on: true, match: match.length > 0 ? match : undefined, reason: reason.value || undefined });
    }, make("p.quiet", "Flags and tunables that match have their defaults until the kill switch is lifted."),
    labelled("Patterns", patterns), labelled("Reason", reason));
  }

  rows() {
    const search = this.search.value.trim(), { isWhole } = this;
    const shown = [];
    for (const flag of this.flags.values()) {
      const isBuiltIn = flag.origin === "builtIn";
      const item = { key: flag.key, isBuiltIn, spec: { description: flag.description, group: isBuiltIn ? "built in" : undefined } };
      if ((search === "" || matches(item, search)) && (this.passes?.(flag) ?? true)) shown.push(item);
    }
    this.showCount(shown.length, this.flags.size, "flag");
    this.empty.hidden = shown.some((item) => !item.isBuiltIn || !isWhole);
    setText(this.empty, isWhole ? "Your programs have no flags yet. Declare one in a program, or type: tunerctl flag create ui.beta --bool" : "No flag matches.");
    return [false, true].flatMap((isBuiltIn) => rows(shown.filter((item) => item.isBuiltIn === isBuiltIn), this.closedNow));
  }

  arrange() {
    setAttribute(this.#killSwitch, "data-on", String(this.access.limited.on));
    super.arrange();
  }
}
