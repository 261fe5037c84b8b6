// The view of the stew: inputs, the plan that the daemon computes, and the constants and flags that decide it.

import { makeControl } from "./controls.js";
import { make, makeButton, makeMenu, on, setAttribute, setText } from "./dom.js";
import { Sender } from "./sender.js";

const varietals = { roma: "Roma", sanMarzano: "San Marzano", cherry: "Cherry", genovese: "Genovese", beefsteak: "Beefsteak", plum: "Plum" };
const styles = { diced: "Diced", wholePeeled: "Whole Peeled", crushed: "Crushed", stewed: "Stewed" };
const weight = { type: "number", minimum: 4, maximum: 128, default: 28, unit: "oz" };
const flags = {
  "algo.reductionModel": { enum: ["v1", "v2"] }, "ui.showAdvancedTips": { type: "boolean" }, "units.defaultCelsius": { type: "boolean" },
};

/** Returns the keys of the constants of a plan, in the order of the computation. */
const constants = ({ model, inputs }) => [
  `stew.${model}.base`, `stew.${model}.exponent`, `stew.varietal.${inputs.varietal}`, ...(model === "v2" ? ["stew.v2.varietal"] : []),
  `stew.style.${inputs.style}`, "stew.clamp.minimum", "stew.clamp.maximum", "stew.heat.threshold",
];

const range = ([low, high], unit) => `${low}–${high} °${unit}`;

export class StewView {
  element;
  #page;
  #inputs = { weightOz: 28, varietal: "roma", style: "crushed" };
  #weight;
  #menus;
  #units;
  #fault = make("p.wrong", { role: "alert" });
  #result = make("div", { role: "status" });
  #reasons = make("div");
  #plan = make("section.plan", { label: "The plan", hidden: true }, this.#result, this.#reasons);
  #deciding = make("div.lines");
  #lines = new Map();
  #constants = new Map();
  #flags = new Map();
  #model;
  #sender;
  #subscriptions = [];
  #following;
  #isSending = false;
  #isMoved = false;

  constructor(page) {
    this.#page = page;
    this.#sender = new Sender(page.daemon);
    on(this.#sender, "refused", ({ detail: { key, error } }) => this.#refuse(key, error));
    on(this.#sender, "idle", ({ detail: { key } }) => this.#showLine(key));
    this.#weight = makeControl("number", "Weight in ounces", {
      set: (value) => this.#change({ weightOz: value }), move: (value) => this.#change({ weightOz: value }), end: () => {},
    });
    this.#menus = { varietal: this.#menu("varietal", varietals), style: this.#menu("style", styles) };
    const unit = (name, text, label) => makeButton(text, () => this.#prefer(name), { class: "chip", label });
    this.#units = { F: unit("F", "°F", "Prefer °F"), C: unit("C", "°C", "Prefer °C"), none: unit(null, "by flag", "No preference: the flag units.defaultCelsius decides") };
    const line = (label, ...controls) => make("div.line", make("span.label", label), make("div", ...controls));
    this.element = make("main", { id: "stew" },
      make("section", { label: "Inputs" }, make("h2", "Stewed tomatoes"),
        line("Weight", this.#weight.element, this.#fault), line("Variety", this.#menus.varietal), line("Style", this.#menus.style),
        line("Unit", make("div.chips", { role: "group", label: "Unit" }, ...Object.values(this.#units)))),
      this.#plan,
      make("section.deciding", { label: "What decides the plan" }, make("h2", "What decides the plan"), this.#deciding));
    on(page.daemon, "online offline", () => this.#showInputs());
    on(page.access, "changed", () => this.#showLines());
    this.#showInputs();
  }

  #menu(name, titles) {
    const options = Object.entries(titles).map(([value, title]) => make("option", { value }, title));
    return makeMenu(name === "style" ? "Style" : "Variety", ({ target }) => this.#change({ [name]: target.value }), ...options);
  }

  async load() {
    const { daemon } = this.#page;
    this.rest();
    const [last, list, ...subscriptions] = await Promise.all([
      daemon.call("stew.last"), daemon.call("tunables.list", { match: "stew.*" }),
      daemon.subscribe("tunables", { match: "stew.*", initial: false }, (params) => this.#note(this.#constants, params.changes)),
      daemon.subscribe("flags", { keys: Object.keys(flags) }, (params) => this.#note(this.#flags, params.changes)),
    ]);
    this.#subscriptions = subscriptions;
    this.#constants = new Map(list.tunables.map((tunable) => [tunable.key, tunable]));
    this.#note(this.#flags, subscriptions[1].flags);
    // What a person has typed stays.
    if (last && !this.#isMoved) this.#inputs = last.inputs;
    await this.#follow();
  }

  rest() {
    for (const subscription of [...this.#subscriptions, this.#following]) subscription?.end();
    this.#subscriptions = [];
    this.#following = undefined;
  }

  // The subscription follows the inputs; while they move, it waits.
  async #follow() {
    const inputs = this.#inputs;
    this.#following?.end();
    this.#following = undefined;
    try {
      const plan = await this.#page.daemon.subscribe("stew", inputs, (changed) => this.#following === plan && this.#show(changed));
      if (this.#inputs !== inputs || this.#following) return plan.end();
      this.#following = plan;
      setText(this.#fault, "");
      this.#show(plan);
    } catch (error) {
      setText(this.#fault, error.message);
    }
    this.#showInputs();
  }

  // Sends the newest inputs, and never a queue of old ones. The daemon keeps those of stew.compute.
  async #change(change) {
    this.#inputs = { ...this.#inputs, ...change };
    this.#isMoved = true;
    if (this.#isSending) return;
    this.#isSending = true;
    let sent;
    while (sent !== this.#inputs) {
      sent = this.#inputs;
      try {
        this.#show(await this.#page.daemon.call("stew.compute", sent));
        setText(this.#fault, "");
      } catch (error) {
        setText(this.#fault, error.message);
      }
    }
    this.#isSending = false;
    if (this.#fault.textContent === "") await this.#follow();
  }

  async #prefer(units) {
    try {
      await this.#page.daemon.call("stew.prefer", { units });
    } catch (error) {
      setText(this.#fault, error.message);
    }
  }

  #note(known, changes) {
    for (const change of changes) known.set(change.key, { ...known.get(change.key), ...change });
    this.#showLines();
  }

  #showInputs() {
    const isOffline = !this.#page.daemon.isOnline;
    this.#weight.show(this.#inputs.weightOz, weight, isOffline);
    for (const [name, menu] of Object.entries(this.#menus)) Object.assign(menu, { value: this.#inputs[name], disabled: isOffline });
    for (const button of Object.values(this.#units)) button.disabled = isOffline;
    this.#showLines();
  }

  #show(plan) {
    const { minutes, model, units, heat, rationale, tips } = plan;
    const [first, second] = units === "C" ? [["celsius", "C"], ["fahrenheit", "F"]] : [["fahrenheit", "F"], ["celsius", "C"]];
    this.#plan.hidden = false;
    this.#result.replaceChildren(
      make("p.minutes", make("strong", String(minutes)), " min"),
      make("p.heat", `${heat.name}, `, make("strong", range(heat[first[0]], first[1])), ` (${range(heat[second[0]], second[1])})`),
    );
    this.#reasons.replaceChildren(
      make("p.why", rationale),
      ...(tips.length > 0 ? [make("h2", "Tips"), make("ul", ...tips.map((tip) => make("li", tip)))] : []),
    );
    for (const unit of ["F", "C"]) setAttribute(this.#units[unit], "aria-pressed", String(unit === units));
    this.#arrange(plan);
  }

  #arrange(plan) {
    const keys = [...Object.keys(flags), ...constants(plan)];
    if (this.#model === keys.join()) return;
    this.#model = keys.join();
    this.#deciding.replaceChildren(...keys.map((key) => this.#line(key).element));
    this.#showLines();
  }

  #line(key) {
    if (this.#lines.has(key)) return this.#lines.get(key);
    const isFlag = key in flags;
    const set = async (value) => {
      try {
        await this.#page.daemon.call("flags.set", { key, value });
        setText(fault, "");
      } catch (error) {
        this.#refuse(key, error);
      }
    };
    const send = (value, clamp) => {
      setText(fault, "");
      this.#sender.send(key, value, clamp);
    };
    const hand = isFlag ? { set } : { set: (value) => send(value, false), move: (value) => send(value, true), end: () => this.#sender.endGesture(key) };
    const kind = !isFlag ? "number" : flags[key].enum ? "choice" : "boolean";
    const control = makeControl(kind, key, hand);
    const fault = make("p.wrong", { role: "alert" });
    const element = make("div.line", make("a.label", { href: isFlag ? "#flags" : "#values" }, key), make("div", control.element, fault));
    this.#lines.set(key, { control, element, fault });
    return this.#lines.get(key);
  }

  #showLines() {
    for (const key of this.#lines.keys()) this.#showLine(key);
  }

  #showLine(key) {
    const { control, element } = this.#lines.get(key);
    const known = (key in flags ? this.#flags : this.#constants).get(key);
    if (!known || this.#sender.isBusy(key)) return;
    const obstacle = this.#page.access.obstacle(known);
    control.show(known.value, flags[key] ?? known.spec, obstacle !== undefined);
    setAttribute(element, "title", obstacle ?? known.spec?.description);
  }

  #refuse(key, error) {
    setText(this.#lines.get(key).fault, error.message);
    this.#showLine(key);
  }
}
