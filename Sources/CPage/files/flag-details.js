// The details of one flag: override, explanation, split, sample users and definition.

import { ask } from "./dialogs.js";
import { make, makeButton, makeField, makeMenu, setAttribute, setText, visible } from "./dom.js";
import { JSONEditor } from "./editor.js";
import { define } from "./flag-definition.js";
import { ExplanationTree, explanation } from "./flag-explain.js";
import { back, originWord, reasonWords } from "./flag-row.js";
import { makeBars, Samples } from "./flag-split.js";
import { findFault, isEqual, parse, show } from "./json.js";
import { Panel } from "./panel.js";

function originSentence({ origin, declaredBy }, file) {
  const owner = declaredBy ? `The program ${declaredBy.client} declares the flag.` : "";
  if (origin === "file") return `The definition is in the file ${file?.path ?? "of tunerd --flags"}. Change it there.`;
  if (origin.startsWith("layer:")) return `The ${originWord(origin)} has the definition. To change it, put the layer again.`;
  if (origin === "local") return `The definition is stored in the daemon. ${owner}`;
  return `${origin === "builtIn" ? "The flag is built in." : owner} A definition that you store here is used instead.`;
}

export class FlagDetails {
  #page;
  #key;
  #flag;
  #result = make("p.result", { role: "status" });
  #fault = make("p.fault-position", { role: "alert" });
  #choice = makeMenu("Variant or value", () => this.#showField());
  #value = makeField("Value as JSON", { placeholder: "JSON" });
  #seconds = makeField("Seconds", { class: "field short", inputmode: "decimal", placeholder: "∞" });
  #reset = makeButton("Reset", () => this.#page.reset(this.#key));
  #end = make("span.quiet");
  #form = make("form.fields", { onsubmit: (event) => this.#force(event) },
    this.#choice, this.#value, make("span", "for ", this.#seconds, " s"), make("button", "Force"), this.#reset, this.#end);
  #tree = new ExplanationTree();
  #split = make("div");
  #samples;
  #origin = make("p.quiet");
  #room = make("div");
  #body = make("div");
  #editor;
  #remove = makeButton("Remove…", () => this.#askToRemove());
  #panel;

  constructor(page) {
    this.#page = page;
    this.#samples = new Samples(page);
    const title = (text) => make("h3", text);
    this.#body.append(this.#form, this.#fault, title("Why"), this.#tree.element,
      this.#split, title("Sample users"), this.#samples.element, title("Definition"), this.#origin, this.#room, this.#remove);
    this.#panel = new Panel("Details", () => page.open(), this.#result, this.#body);
  }

  get element() {
    return this.#panel.element;
  }

  /** Shows a flag; without one, closes. */
  open(key, isForced) {
    if (key !== this.#key) {
      this.#flag = undefined;
      this.#body.hidden = true;
      setText(this.#fault, "");
      setText(this.#result, "");
      this.#editor = key && new JSONEditor(`Definition of ${key}`, {
        store: (text) => define(this.#page.daemon, key, text), end: () => this.update(),
      });
      this.#room.replaceChildren(this.#editor?.element ?? "");
      setAttribute(this.element, "aria-label", `Details of ${key}`);
      setAttribute(this.#form, "aria-label", `Override of ${key}`);
    }
    this.#key = key;
    this.#panel.show(key);
    if (key === undefined) return;
    this.#panel.focus();
    this.update().then(() => {
      if (!isForced) return;
      this.#choice.value = "+";
      this.#showField();
      this.#value.focus();
    });
  }

  countDown() {
    setText(this.#end, back(this.#flag?.override));
  }

  refuse(sentence) {
    setText(this.#fault, sentence);
  }

  /** Reads the flag again, and its evaluation in the present context. */
  async update() {
    const key = this.#key, { daemon, context } = this.#page;
    for (const control of this.#form.elements) control.disabled = !daemon.isOnline;
    this.#remove.disabled = !daemon.isOnline;
    if (key === undefined || !daemon.isOnline) return this.#editor?.show(this.#flag?.definition, undefined, true);
    try {
      const [flag, evaluation] = await Promise.all([daemon.call("flags.get", { key }), daemon.call("flags.evaluate", { key, context, explain: true })]);
      if (key === this.#key && context === this.#page.context) this.#show(flag, evaluation);
    } catch (error) {
      if (daemon.isOnline && key === this.#key) setText(this.#result, this.#page.flags.get(key)?.fault?.message ?? error.message);
    }
  }

  #show(flag, evaluation) {
    const { definition, override, origin } = flag, { variant } = evaluation;
    setText(this.#result, [`${show(evaluation.value)}`, variant !== undefined && `variant ${variant}`, reasonWords(evaluation, override)[0], definition.metadata?.description].filter(Boolean).join(" · "));
    this.#fillChoice(Object.keys(definition.variants), override);
    this.#flag = flag;
    this.#body.hidden = false;
    this.#reset.hidden = !override;
    this.countDown();
    this.#tree.show(explanation(flag, evaluation));
    const bars = makeBars(definition, evaluation);
    this.#split.replaceChildren(...(bars.length > 0 ? [make("h3", "Split"), ...bars] : []));
    this.#samples.show(this.#key, definition, evaluation);
    setText(this.#origin, originSentence(flag, this.#page.flagsFile));
    this.#editor.show(definition, undefined, origin === "file" || origin.startsWith("layer:"));
    this.#remove.hidden = origin !== "local" && origin !== "declared";
  }

  // The choice of a person stays until the override or the variants are others.
  #fillChoice(variants, override) {
    if (this.#flag && isEqual(Object.keys(this.#flag.definition.variants), variants) && isEqual(this.#flag.override, override)) return;
    this.#choice.replaceChildren(...variants.map((name) => make("option", { value: `=${name}` }, name)), make("option", { value: "+" }, "a value…"));
    this.#choice.value = override && override.variant === undefined ? "+" : `=${override?.variant ?? variants[0]}`;
    if (override && "value" in override && document.activeElement !== this.#value) this.#value.value = visible(JSON.stringify(override.value));
    this.#showField();
  }

  #showField() {
    this.#value.hidden = this.#choice.value !== "+";
  }

  #force(event) {
    event.preventDefault();
    setText(this.#fault, "");
    const text = this.#value.value, seconds = this.#seconds.value.trim();
    const isValue = this.#choice.value === "+";
    if (seconds !== "" && !(Number(seconds) > 0)) return this.refuse("Type a number of seconds, or nothing.");
    // A text needs no quotes.
    const override = isValue ? { value: findFault(text) ? text : parse(text) } : { variant: this.#choice.value.slice(1) };
    this.#page.force(this.#key, { ...override, for: seconds === "" ? undefined : Number(seconds) });
  }

  #askToRemove() {
    const key = this.#key, isDeclared = this.#flag?.origin === "declared";
    ask(`Remove ${key}?`, "Remove", async () => {
      await this.#page.daemon.call("flags.remove", { key });
      if (key === this.#key) this.#page.open();
    }, make("p", isDeclared ? "The declaration is removed, until a program declares the flag again." : "The stored definition is removed. If another origin has a definition, it is used then."));
  }
}
