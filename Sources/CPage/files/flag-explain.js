// The explanation of an evaluation: a tree of what can decide, and of the steps of the rule.

import { make } from "./dom.js";
import { isEqual, show } from "./json.js";
import { decided, isExpression, parts, words } from "./rules.js";

/** Returns what can decide about a flag, in order: {id, label, text, value, isDecisive, children}. */
export function explanation({ definition, override }, evaluation) {
  const { reason, limited, overridden, explain, errorMessage } = evaluation;
  const { targeting = {}, defaultVariant, state } = definition;
  const hasRule = isExpression(targeting) || typeof targeting !== "object";
  const path = explain && hasRule ? decided(targeting, explain) : [];
  const byRule = reason === "TARGETING_MATCH" || reason === "SPLIT" || reason === "ERROR";
  const decider = limited ? 0 : overridden ? 1 : reason === "DISABLED" ? 2 : byRule ? 3 : 4;
  const forced = override && show(override.variant ?? override.value);
  const rule = hasRule ? steps({ rule: targeting, at: "", label: "" }, explain, decider === 3 ? path : []) : {};
  return [
    { label: "kill switch", value: limited ? "limits the flag" : "off" },
    { label: "override", value: !forced ? "none" : override.valid ? forced : `${forced} does not fit, no effect` },
    { label: "state", value: state },
    { ...rule, label: "rule", value: hasRule ? (errorMessage ?? rule.value) : "none" },
    { label: "default variant", value: defaultVariant ?? "none" },
  ].map((item, index) => ({
    ...item, id: `${index}${item.label}`, isDecisive: index === decider || (decider === 0 && index === 4),
    value: index > decider && decider > 0 && index !== 4 ? undefined : item.value,
  }));
}

/** Returns the step of an expression with the steps inside. One without a value was not evaluated. */
function steps({ rule, at, label }, explain, path) {
  const isDecisive = path.includes(at);
  const value = explain?.values?.[at];
  const inner = parts(rule, at).filter((part) => part.label !== "" || isExpression(part.rule) || parts(part.rule, part.at).some(({ rule }) => isExpression(rule)));
  return {
    id: `/${at}`, label, text: words(rule), isDecisive,
    value: value !== undefined ? JSON.stringify(value) : isDecisive ? JSON.stringify(rule) : undefined,
    isData: !isExpression(rule), children: inner.map((part) => steps(part, explain, path)),
  };
}

/** The tree. The arrow keys move, open and close, as the role promises. */
export class ExplanationTree {
  #shown;
  #closed = new Set();
  #focused;
  element = make("ul.explain", {
    role: "tree", label: "How the value was found",
    onkeydown: (event) => this.#press(event), onclick: (event) => this.#click(event),
  });

  show(items) {
    if (isEqual(items, this.#shown)) return;
    this.#shown = items;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren(...items.map((item) => this.#make(item)));
    const all = this.#visible;
    this.#focus(all.find(({ dataset }) => dataset.id === this.#focused) ?? all[0], hadFocus);
  }

  #make({ id, label, text, value, isDecisive, isData, children = [] }) {
    const isOpen = !this.#closed.has(id);
    const words = value ?? (isData ? "" : "not evaluated");
    const item = make("li", {
      role: "treeitem", tabindex: -1, "data-id": id, "aria-expanded": children.length > 0 && String(isOpen),
      label: [[label, text].filter(Boolean).join(" "), words, isDecisive && "decides"].filter(Boolean).join(", "),
      class: isDecisive ? "decides" : value === undefined ? "skipped" : undefined,
    },
    make("div.step",
      make("span.arrow", children.length > 0 ? "▾" : ""), make("span.label", label),
      make("code", { title: text }, text ?? ""), make("output", { dir: "auto", title: words }, words)));
    if (children.length > 0) item.append(make("ul", { role: "group" }, ...children.map((child) => this.#make(child))));
    return item;
  }

  get #visible() {
    return [...this.element.querySelectorAll("li")].filter((item) => !item.parentElement.closest("[aria-expanded=false]"));
  }

  #focus(item, isWanted = true) {
    if (!item) return;
    this.element.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
    item.tabIndex = 0;
    this.#focused = item.dataset.id;
    if (isWanted) item.focus();
  }

  #open(item, isOpen) {
    if (!item.ariaExpanded) return;
    item.ariaExpanded = String(isOpen);
    if (isOpen) this.#closed.delete(item.dataset.id);
    else this.#closed.add(item.dataset.id);
  }

  #click({ target }) {
    const item = target.closest("li");
    if (!item) return;
    this.#open(item, item.ariaExpanded === "false");
    this.#focus(item);
  }

  #press(event) {
    const item = event.target.closest("li");
    const all = this.#visible;
    const index = all.indexOf(item);
    const isOpen = item.ariaExpanded === "true";
    const moves = {
      ArrowDown: () => this.#focus(all[index + 1]), ArrowUp: () => this.#focus(all[index - 1]),
      Home: () => this.#focus(all[0]), End: () => this.#focus(all.at(-1)),
      ArrowRight: () => (isOpen ? this.#focus(all[index + 1]) : this.#open(item, true)),
      ArrowLeft: () => (isOpen ? this.#open(item, false) : this.#focus(item.parentElement.closest("li"))),
      Enter: () => this.#open(item, !isOpen),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  }
}
