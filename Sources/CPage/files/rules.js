// The parts of a targeting rule: pure functions.

import { typeOf } from "./json.js";

const infix = new Set(["==", "===", "!=", "!==", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "in", "and", "or"]);

/** Returns [operator, operands] of an expression; undefined for data. */
function operation(rule) {
  if (typeOf(rule) !== "object" || rule === null || Object.keys(rule).length !== 1) return undefined;
  const [[name, operands]] = Object.entries(rule);
  return [name, Array.isArray(operands) ? operands : [operands]];
}

/** Returns an expression in one line, such as `tier == "gold"`. */
export function words(rule) {
  const [name, operands] = operation(rule) ?? [];
  if (name === undefined) return Array.isArray(rule) ? `[${rule.map(words).join(", ")}]` : JSON.stringify(rule);
  if (name === "var" && typeof operands[0] !== "object") return String(operands[0] ?? "") || "context";
  const isInfix = infix.has(name) && operands.length > 1;
  const texts = operands.map((operand) => (isInfix && infix.has(operation(operand)?.[0]) ? `(${words(operand)})` : words(operand)));
  return isInfix ? texts.join(` ${name} `) : `${name}(${texts.join(", ")})`;
}

/** Returns the weight of a share of a `fractional`: a number, or undefined for a rule. */
const weight = (share) => (share.length < 2 ? 1 : typeof share[1] === "number" ? share[1] : undefined);

/** Returns the parts of an expression as {label, rule, at, index}; `at` is a JSON pointer, `index` that of a branch or share. */
export function parts(rule, at = "") {
  const [name, operands] = operation(rule) ?? (Array.isArray(rule) ? ["", rule] : []);
  if (name === undefined) return [];
  const isBare = name !== "" && !Array.isArray(rule[name]);
  const path = (index) => [at, ...(name ? [name.replaceAll("~", "~0").replaceAll("/", "~1")] : []), ...(isBare ? [] : [index])].join("/");
  if (name === "var" && typeof operands[0] !== "object") return operands.slice(1, 2).map((other) => ({ label: "else", rule: other, at: path(1) }));
  const keys = name === "fractional" && !Array.isArray(operands[0]) ? 1 : 0;
  return operands.map((operand, index) => {
    if (name === "fractional" && index >= keys) {
      return { label: `share ${weight(operand) ?? words(operand[1])}`, rule: operand[0], at: `${path(index)}/0`, index: index - keys };
    }
    return { label: keys && index === 0 ? "key" : label(name, index, operands.length), rule: operand, at: path(index), index };
  });
}

function label(name, index, count) {
  if (name !== "if" && name !== "?:") return "";
  if (index % 2 === 1) return "then";
  return index === count - 1 ? "else" : index === 0 ? "if" : "else if";
}

/** Returns each `fractional` of a rule as {at, shares}; a share is {name, weight}. */
export function splits(rule, at = "") {
  const found = parts(rule, at).flatMap((part) => splits(part.rule, part.at));
  const [name, operands] = operation(rule) ?? [];
  if (name !== "fractional") return found;
  const shares = operands.filter(Array.isArray).map((share) => ({ name: operation(share[0]) ? words(share[0]) : String(share[0]), weight: weight(share) }));
  return [{ at, shares }, ...found];
}

/** Returns the paths of the expressions that decided, from the whole rule on. */
export function decided(rule, { steps, values = {} }, at = "") {
  const step = steps.findLast((one) => one.at === at);
  const name = operation(rule)?.[0];
  const all = parts(rule, at);
  let next;
  if (step) next = step.taken !== null && all.find((part) => part.index === step.taken && part.label !== "key");
  else if (name === "and" || name === "or") next = all.findLast((part) => part.at in values) ?? all.at(-1);
  return [at, ...(next ? decided(next.rule, { steps, values }, next.at) : [])];
}

/** Whether an expression has a value of its own, instead of being data. */
export const isExpression = (rule) => operation(rule) !== undefined;
