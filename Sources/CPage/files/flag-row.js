import { make, makeButton, setAttribute, setText } from "./dom.js";
import { FlagControl } from "./flag-control.js";
import { show } from "./json.js";
import { FaultRow, makeName } from "./row.js";
import { timeLeft } from "./words.js";

const reasons = {
  STATIC: "The flag has no rule.", TARGETING_MATCH: "The rule selected the variant.", SPLIT: "The rule selected the variant by a hash.",
  DEFAULT: "The rule selected nothing, or a kill switch limits the flag.", DISABLED: "The state of the flag is DISABLED.",
};
const origins = { local: "defined", file: "file", builtIn: "built in", declared: "declared" };

export const originWord = (origin) => origins[origin] ?? origin?.replace("layer:", "layer ") ?? "";

export function reasonWords({ reason, overridden, limited, errorMessage }, override) {
  if (limited) return ["limited", "A kill switch limits the flag to its default variant."];
  if (override && !override.valid) return ["faulty override", `The override ${show(override.variant ?? override.value)} does not fit the definition, and has no effect.`];
  if (overridden) return ["forced", `An override decides. ${back(override)}`.trim()];
  return [reason?.toLowerCase().replace("_", " ") ?? "", errorMessage ?? reasons[reason] ?? ""];
}

/** Returns the time until an override ends, as a sentence; an empty text if it has no end. */
export const back = (override) => (override?.end ? `back in ${timeLeft(override.end)}` : "");

export class FlagRow extends FaultRow {
  isHeld = false;
  #page;
  #name;
  #control;
  #value = make("span.value", { dir: "auto" });
  #variant = make("span.variant");
  #reason = make("span.reason");
  #origin = make("span.origin");
  #reset;

  constructor(page, { key }) {
    super();
    this.#page = page;
    this.key = key;
    this.#name = makeName(key, () => page.open(key));
    this.#control = new FlagControl(key, {
      force: (override) => page.force(key, override), reset: () => page.reset(key), open: () => page.open(key, true),
    });
    this.#reset = makeButton("↺", () => page.reset(key), { class: "reset", label: `Reset ${key}`, title: "Remove the override" });
    this.element = make("div.row.flag",
      this.#name, make("span.control", this.#control.switch, this.#value), this.#variant, this.#reason, this.#origin,
      this.#control.menu, this.#reset);
  }

  update() {
    const flag = this.#page.flags.get(this.key);
    if (!flag) return;
    const { evaluation = {}, override, fault } = flag;
    const [word, sentence] = fault && !flag.origin ? ["not in use", fault.message] : reasonWords(evaluation, override);
    const isOffline = !this.#page.daemon.isOnline;
    this.#control.show(flag, evaluation.value, isOffline);
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
    this.#reset.hidden = !override || isOffline;
  }

  focus() {
    this.#name.focus();
  }
}
