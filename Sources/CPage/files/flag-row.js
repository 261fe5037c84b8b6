// A row of the table of flags.

import { make, makeButton, makeMenu, setAttribute, setText } from "./dom.js";
import { show } from "./json.js";
import { FaultRow, makeName } from "./row.js";
import { timeLeft } from "./words.js";

const reasons = {
  STATIC: "The flag has no rule.", TARGETING_MATCH: "The rule selected the variant.", SPLIT: "The rule selected the variant by a hash.",
  DEFAULT: "The rule selected nothing, or a kill switch limits the flag.", DISABLED: "The state of the flag is DISABLED.",
};
const origins = { local: "defined", file: "file", builtIn: "built in", declared: "declared" };

/** Returns the word for the origin of a definition. */
export const originWord = (origin) => origins[origin] ?? origin?.replace("layer:", "layer ") ?? "";

/** Returns the word for the reason of an evaluation, and the sentence behind it. */
export function reasonWords({ reason, overridden, limited, errorMessage }, override) {
  if (limited) return ["limited", "A kill switch limits the flag to its default variant."];
  if (override && !override.valid) return ["faulty override", `The override ${show(override.variant ?? override.value)} does not fit the definition, and has no effect.`];
  if (overridden) return ["forced", `An override decides. ${back(override)}`.trim()];
  return [reason?.toLowerCase().replace("_", " ") ?? "", errorMessage ?? reasons[reason] ?? ""];
}

/** Returns the time until an override ends, as a sentence; an empty text if it has no end. */
export const back = (override) => (override?.end ? `back in ${timeLeft(override.end)}` : "");

/** The row of one flag. `page` is the view. */
export class FlagRow extends FaultRow {
  isHeld = false;
  #page;
  #variants;
  #name;
  #switch;
  #value = make("span", { class: "value", dir: "auto" });
  #variant = make("span", { class: "variant" });
  #reason = make("span", { class: "reason" });
  #origin = make("span", { class: "origin" });
  #force;
  #reset;

  constructor(page, { key }) {
    super();
    this.#page = page;
    this.key = key;
    this.#name = makeName(key, () => page.open(key));
    this.#switch = makeButton("", () => this.#switch.ariaDisabled !== "true" && page.force(key, { value: this.#switch.ariaChecked !== "true" }), { class: "switch", role: "switch", "aria-label": key });
    this.#force = makeMenu(`Force ${key}`, () => this.#choose());
    this.#reset = makeButton("↺", () => page.reset(key), { class: "reset", "aria-label": `Reset ${key}`, title: "Remove the override" });
    this.element = make("div", { class: "row flag" },
      this.#name, make("span", { class: "control" }, this.#switch, this.#value), this.#variant, this.#reason, this.#origin,
      this.#force, this.#reset);
  }

  update() {
    const flag = this.#page.flags.get(this.key);
    if (!flag) return;
    const { evaluation = {}, override, fault, variants = [] } = flag;
    const [word, sentence] = fault && !flag.origin ? ["not in use", fault.message] : reasonWords(evaluation, override);
    const isOffline = !this.#page.daemon.isOnline;
    this.#switch.hidden = flag.type !== "boolean";
    setAttribute(this.#switch, "aria-checked", String(evaluation.value === true));
    setAttribute(this.#switch, "aria-disabled", isOffline && "true");
    setText(this.#value, fault?.message ?? (flag.type === "boolean" && "value" in evaluation ? "" : show(evaluation.value)));
    setText(this.#variant, evaluation.variant ?? "");
    setText(this.#reason, (word === "forced" && back(override)) || word);
    setAttribute(this.#reason, "title", sentence);
    setText(this.#origin, originWord(flag.origin));
    setAttribute(this.element, "data-reason", fault ? "error" : word);
    setAttribute(this.element, "data-limited", flag.limited === true);
    setAttribute(this.element, "data-deprecated", evaluation.metadata?.deprecated === true);
    setAttribute(this.element, "data-open", this.#page.opened === this.key);
    setAttribute(this.#name, "title", flag.description);
    this.#force.hidden = !flag.origin;
    this.#force.disabled = isOffline;
    this.#reset.hidden = !override || isOffline;
    this.#fill(variants, override);
  }

  #fill(variants, override) {
    const text = JSON.stringify(variants);
    if (this.#variants !== text) {
      this.#variants = text;
      this.#force.replaceChildren(make("option", { value: "" }, "not forced"), ...variants.map((name) => make("option", { value: `=${name}` }, name)), make("option", { value: "+" }, "a value…"));
    }
    this.#force.value = !override ? "" : override.variant === undefined ? "+" : `=${override.variant}`;
    setAttribute(this.#force, "data-on", String(override !== undefined));
  }

  #choose() {
    const { value } = this.#force;
    if (value === "") this.#page.reset(this.key);
    else if (value === "+") this.#page.open(this.key, true);
    else this.#page.force(this.key, { variant: value.slice(1) });
  }

  focus() {
    this.#name.focus();
  }
}
