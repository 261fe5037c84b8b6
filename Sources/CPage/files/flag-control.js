// The controls of a flag: a switch if it is boolean, and a menu that forces a variant.

import { make, makeButton, makeMenu, setAttribute } from "./dom.js";

/** `hand` has `force` for an override and `reset`, and may have `open`, which asks for a value. */
export class FlagControl {
  #hand;
  #options;
  switch;
  menu;

  constructor(label, hand) {
    this.#hand = hand;
    this.switch = makeButton("", () => this.switch.ariaDisabled !== "true" && hand.force({ value: this.switch.ariaChecked !== "true" }), { class: "switch", role: "switch", label });
    this.menu = makeMenu(`Force ${label}`, () => this.#choose());
  }

  /** Shows a flag as flags.list has it, and its value. */
  show({ type, variants = [], override, origin }, value, isDisabled) {
    this.switch.hidden = type !== "boolean";
    setAttribute(this.switch, "aria-checked", String(value === true));
    setAttribute(this.switch, "aria-disabled", isDisabled && "true");
    const names = variants.map((name) => [`=${name}`, name]);
    if (this.#hand.open || override?.value !== undefined) names.push(["+", "a value…"]);
    const text = JSON.stringify(names);
    if (this.#options !== text) {
      this.#options = text;
      this.menu.replaceChildren(...[["", "not forced"], ...names].map(([value, name]) => make("option", { value }, name)));
    }
    this.menu.value = !override ? "" : override.variant === undefined ? "+" : `=${override.variant}`;
    setAttribute(this.menu, "data-on", String(override !== undefined));
    this.menu.hidden = !origin;
    this.menu.disabled = isDisabled;
  }

  #choose() {
    const { value } = this.menu;
    if (value === "") this.#hand.reset();
    else if (value === "+") this.#hand.open?.();
    else this.#hand.force({ variant: value.slice(1) });
  }
}
