// The details of one key: all about it, and what can be done with it.

import { chartKeys } from "./chart-keys.js";
import { makeLargeControl } from "./compound.js";
import { canStay, kind } from "./controls.js";
import { make, makeButton, makeChange, makeFacts, makeField, setAttribute, setText } from "./dom.js";
import { isEqual, show, typedNumber, write } from "./json.js";
import { Panel } from "./panel.js";
import { timeLeft } from "./words.js";

const shownCommits = 20;

const quoted = (text) => (/^[\w.,:@%+=\/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function swift({ key, value, spec }) {
  const name = key.split(/[^A-Za-z0-9]+/).filter(Boolean).map((word, index) => (index === 0 ? word : word[0].toUpperCase() + word.slice(1))).join("");
  const standard = spec?.default ?? value;
  const text = typeof standard === "number" && spec?.type === "number" && Number.isInteger(standard) ? `${standard}.0` : JSON.stringify(standard);
  const limits = spec?.minimum !== undefined && spec?.maximum !== undefined ? `, in: ${spec.minimum}...${spec.maximum}` : "";
  return `@Tunable("${key}"${limits}) var ${name} = ${text}`;
}

export class Details {
  #page;
  #key;
  #control = make("div.control.large");
  #isTimed = make("input", { type: "checkbox" });
  #seconds = makeField("Seconds", { inputmode: "decimal", value: "60" });
  #left = make("span.left");
  #temporary = make("div.temporary", { role: "group", label: "Temporary value", hidden: true }, this.#left);
  /** The value after the end of the temporary one; undefined until the daemon has said it. */
  #next;
  #chart = makeButton("Show in chart", () => this.#showInChart());
  #facts = make("dl");
  #origins = make("table");
  #pastTitle = make("h3");
  #past = make("ol.past");
  #all = make("a", "All changes of this key");
  #programsRoom = make("section");
  /** The promise of the programs, whose module is loaded when the details are opened first. */
  #programs;
  #kind;
  #spec;
  #input;
  #panel;

  constructor(page) {
    this.#page = page;
    this.#panel = new Panel(
      "Details", () => page.open(), this.#control, this.#temporary, this.#makeActions(),
      make("h3", "Origins"), this.#origins, this.#pastTitle, this.#past, this.#all, make("h3", "Declaration"), this.#facts, this.#programsRoom,
    );
  }

  get element() {
    return this.#panel.element;
  }

  #makeActions() {
    const page = this.#page;
    this.#temporary.append(makeButton("Keep", () => page.keep(this.#key)), makeButton("Back now", () => page.goBack(this.#key)));
    return make(
      "div", { class: "actions" },
      makeButton("Reset", () => page.reset(this.#key)), this.#chart,
      make("span", make("label", this.#isTimed, " Set for "), this.#seconds, " s only, then go back"),
      make("span", "Copy ",
        makeButton("command", () => this.#copy(({ key, value }) => `tunerctl set ${key} ${quoted(write(value))}`)),
        makeButton("Swift", () => this.#copy(swift)),
        makeButton("JSON", () => this.#copy(({ key, value }) => JSON.stringify({ [key]: value })))),
    );
  }

  #showInChart() {
    const fault = chartKeys.add(this.#key);
    if (fault) this.#page.say(fault);
    else location.hash = "chart";
  }

  #copy(text) {
    const tunable = this.#page.values.all.get(this.#key);
    navigator.clipboard.writeText(text(tunable)).then(
      () => this.#page.say("Copied."), () => this.#page.say("The browser does not allow this page to copy."),
    );
  }

  /** Shows a key; without one, closes. */
  open(key) {
    this.#key = key;
    this.#kind = this.#next = undefined;
    this.#isTimed.checked = false;
    setAttribute(this.#isTimed, "aria-label", `Set ${key} for some seconds only`);
    for (const button of this.#temporary.querySelectorAll("button")) setAttribute(button, "aria-label", `${button.textContent}: ${key}`);
    this.#panel.show(key);
    this.#withPrograms((programs) => programs.open(key), key !== undefined);
    if (key === undefined) return;
    setAttribute(this.#all, "href", `#history?key=${encodeURIComponent(key)}`);
    this.update();
    this.#panel.focus();
  }

  load() {
    this.#withPrograms((programs) => programs.load());
  }

  rest() {
    this.#withPrograms((programs) => programs.rest());
  }

  async #withPrograms(action, isNeeded = false) {
    if (!this.#programs && !isNeeded) return;
    try {
      this.#programs ??= import("./programs.js").then(({ Programs }) => new Programs(this.#page.daemon, this.#programsRoom));
      action(await this.#programs);
    } catch {
      // The next opening loads the module again.
      this.#programs = undefined;
    }
  }

  /** Returns the seconds for which a person wants to set a key or a member; undefined if it is set without an end. */
  seconds(key) {
    const isMember = key.startsWith(`${this.#key}.`) && !this.#page.values.all.has(key);
    if (!this.#isTimed.checked || !(key === this.#key || isMember)) return undefined;
    // The daemon explains what is wrong with a text.
    return typedNumber(this.#seconds.value) ?? this.#seconds.value;
  }

  count() {
    const end = this.#page.values.all.get(this.#key)?.end;
    this.#temporary.hidden = end === undefined;
    if (!end) return;
    // A new value would replace the change of the try.
    const attempt = this.#page.tries.of(this.#key);
    for (const button of this.#temporary.querySelectorAll("button")) button.hidden = attempt !== undefined;
    setText(this.#left, `${this.#next ?? "ends"} in ${timeLeft(end)}${attempt ? ", unless somebody keeps the try" : ""}`);
  }

  /** Shows the present value, and what the daemon says about it. */
  update() {
    const tunable = this.#page.values.all.get(this.#key);
    if (!tunable) return;
    this.#prepare(tunable);
    if (!this.#page.sender.isBusy(this.#key)) {
      this.#input.show(tunable.value, tunable.spec, this.#page.access.obstacle(tunable) !== undefined);
    }
    this.count();
    this.#withPrograms((programs) => programs.update());
    this.#ask(tunable);
  }

  #prepare(tunable) {
    const wanted = kind(tunable);
    if (canStay(this.#input, this.#kind, wanted) && isEqual(this.#spec, tunable.spec)) return;
    this.#kind = wanted;
    this.#spec = tunable.spec;
    this.#input = makeLargeControl(wanted, this.#key, tunable.spec, (key) => this.#page.hand(key));
    this.#control.replaceChildren(this.#input.element);
    this.#chart.hidden = wanted !== "number";
  }

  async #ask({ key }) {
    if (!this.#page.daemon.isOnline) return;
    try {
      const [description, history] = await Promise.all([
        this.#page.daemon.call("tunables.describe", { key }),
        this.#page.daemon.call("tunables.history", { match: key, limit: shownCommits }),
      ]);
      if (key !== this.#key) return;
      this.#next = `back to ${show(description.next)}`;
      this.count();
      this.#showFacts(description);
      this.#showOrigins(description);
      setText(this.#pastTitle, this.#page.daemon.world === undefined ? "Changes" : "Changes of the shared value");
      this.#showPast(history.commits);
    } catch {
      // The next change, or the next connection, asks again.
    }
  }

  #showFacts({ spec, declaredBy, declaredAt }) {
    const { type = "not declared", default: standard, title, description, ...others } = spec ?? {};
    const facts = [["type", type], ["title", title], ["description", description]];
    if (standard !== undefined) facts.push(["default", show(standard)]);
    facts.push(...Object.entries(others).map(([name, value]) => [name, show(value)]));
    if (declaredBy) facts.push(["declared by", declaredBy.client + (declaredAt ? `, ${new Date(declaredAt).toLocaleString()}` : "")]);
    this.#facts.replaceChildren(...makeFacts(facts));
  }

  #showOrigins({ layers }) {
    this.#origins.replaceChildren(
      ...layers.map(({ origin, value, wins, why }) =>
        make("tr", { class: wins ? "wins" : undefined },
          make("th", { scope: "row" }, origin.replace("layer:", "layer ")),
          make("td", { dir: "auto" }, show(value)),
          make("td", wins ? "in effect" : (why ?? "")))),
    );
  }

  #showPast(commits) {
    this.#past.replaceChildren(
      ...commits.map(({ time, actor, operation, changes }) => {
        const change = changes.find((one) => one.key === this.#key);
        const when = new Date(time);
        return make("li",
          make("time", { datetime: time, title: when.toLocaleString() }, when.toLocaleTimeString()),
          make("span.actor", { title: `${operation}, process ${actor.pid}` }, actor.client),
          make("span.change", ...(change ? makeChange(change.old, change.value) : [operation])));
      }),
    );
    if (commits.length === 0) this.#past.append(make("li", "The history has no change of this key."));
  }
}
