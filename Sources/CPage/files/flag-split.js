// The shares of a split, and the variants of sample users.

import { make, setText } from "./dom.js";
import { isEqual, show } from "./json.js";
import { splits } from "./rules.js";

/** The hues of the variants, in the order of the definition: neighbors differ also for people who see few colors. */
const hues = [175, 38, 265, 330, 215, 90, 5, 300];
const mostUsers = 1_000, callsInFlight = 25;

function colored(variants, name, element) {
  const index = variants.indexOf(name);
  if (index >= 0) element.style.setProperty("--hue", hues[index % hues.length]);
  else element.classList.add("other");
  return element;
}

const percent = (part, all) => `${Math.round((part / all) * 10_000) / 100} %`;

function legend(variants, parts) {
  return make("ul.legend", ...parts.map(([name, text]) => make("li", colored(variants, name, make("i")), `${name} `, make("b", text))));
}

/** Returns a bar with the shares of each split of a rule, and the place of the present user. */
export function makeBars({ targeting, variants }, { explain }) {
  const names = Object.keys(variants);
  return splits(targeting ?? {}).map(({ at, shares }) => {
    const step = explain?.steps.findLast((one) => one.at === at);
    const weights = step?.weights?.length ? step.weights : shares.map(({ weight }) => weight);
    const total = weights.reduce((sum, weight) => sum + (weight ?? NaN), 0);
    if (!(total > 0)) return make("p.quiet", "The weights of this split depend on the context. No user is split now.");
    const bar = make("div.bar", { role: "img", label: shares.map(({ name }, index) => `${name} ${percent(weights[index], total)}`).join(", ") });
    shares.forEach(({ name }, index) => {
      const part = colored(names, name, make("span"));
      part.style.flexGrow = weights[index] / total;
      bar.append(part);
    });
    const isTaken = step?.bucket !== undefined;
    if (isTaken) {
      const mark = make("b.bucket");
      mark.style.insetInlineStart = `${((step.bucket + 0.5) / step.total) * 100}%`;
      bar.append(mark);
    }
    return make("div.split", bar, legend(names, shares.map(({ name }, index) => [name, percent(weights[index], total)])),
      make("p.quiet", { dir: "auto" }, isTaken ? `“${step.key}” is in bucket ${step.bucket} of ${step.total}.` : explain ? "The rule does not reach this split in the present context." : "The rule is not evaluated now."));
  });
}

/** The number of sample users, or their ids, and the variant of each. */
export class Samples {
  #page;
  #key;
  #variants = [];
  #state;
  #run = 0;
  #count = make("input.field", { type: "number", min: 1, max: mostUsers, value: 100, label: "Number of sample users" });
  #ids = make("textarea.field", { rows: 1, label: "IDs of sample users", placeholder: "or IDs, one per line", spellcheck: "false" });
  #legend = make("div", { role: "status" });
  #dots = make("div.dots", { role: "img" });
  element = make("form.samples", { onsubmit: (event) => {
    event.preventDefault();
    this.#evaluate();
  } }, make("div.fields", this.#count, "users", this.#ids, make("button", "Evaluate")), this.#legend, this.#dots);

  constructor(page) {
    this.#page = page;
  }

  /** Shows a flag. Another evaluation of it in the present context means that the users may have others, too. */
  show(key, definition, evaluation) {
    if (this.#key !== key) this.#clear();
    const state = [definition, evaluation];
    const isOld = this.#dots.firstChild && !isEqual(state, this.#state);
    this.#key = key;
    this.#state = state;
    this.#variants = Object.keys(definition.variants);
    if (isOld) this.#evaluate();
  }

  #clear() {
    this.#run += 1;
    this.#legend.replaceChildren();
    this.#dots.replaceChildren();
  }

  get #users() {
    const ids = this.#ids.value.split("\n").map((line) => line.trim()).filter(Boolean).slice(0, mostUsers);
    if (ids.length > 0) return ids;
    return Array.from({ length: Math.min(mostUsers, Math.max(1, this.#count.valueAsNumber || 1)) }, (_, index) => `user-${index + 1}`);
  }

  // The daemon evaluates. Few calls are in flight, so that others do not wait.
  async #evaluate() {
    const key = this.#key, users = this.#users, run = (this.#run += 1), { context, daemon } = this.#page;
    const results = [];
    let next = 0;
    const work = async () => {
      while (next < users.length && run === this.#run) {
        const index = (next += 1) - 1;
        results[index] = await daemon.call("flags.evaluate", { key, context: { ...context, targetingKey: users[index] } });
      }
    };
    try {
      await Promise.all(Array.from({ length: callsInFlight }, work));
      if (run === this.#run) this.#draw(users, results);
    } catch (error) {
      if (run === this.#run) setText(this.#legend, error.message);
    }
  }

  #draw(users, results) {
    const names = results.map(({ variant, value, reason }) => variant ?? (reason === "ERROR" ? "error" : show(value)));
    const counts = new Map(this.#variants.map((name) => [name, 0]));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const parts = [...counts].map(([name, count]) => [name, `${count} (${percent(count, users.length)})`]);
    this.#legend.replaceChildren(legend(this.#variants, parts));
    this.#dots.ariaLabel = `${users.length} users: ${parts.map((part) => part.join(" ")).join(", ")}`;
    this.#dots.replaceChildren(...users.map((id, index) => colored(this.#variants, names[index], make("i", { title: `${id}: ${names[index]}` }))));
  }
}
