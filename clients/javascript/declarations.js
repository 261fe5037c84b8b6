// The declarations of a program, and what the daemon would refuse in them.

import { bytesOf, check, encode, isText, typeOf, types } from "./encoding.js";

const jsonKinds = ["Null", "Boolean", "Number", "String", "Array", "Object"];
const keyRules = {
  tunables: [/^[\w.-]{1,256}$/, "1 to 256 letters, digits, _, - and ."],
  flags: [/^[^\0-\x1f\x7f-\x9f]+$/, "1 to 256 bytes without control characters"],
};

export const isEqual = (one, other) =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));

export const checkFunction = (one) =>
  check(typeof one === "function", `a callback must be a function, got ${typeOf(one)}`);

/** Returns a value that is the same after JSON: JSON.stringify drops undefined, and writes a Map as {}. */
export function checked(value) {
  JSON.stringify(value, function (name, written) {
    const kind = Object.prototype.toString.call(this[name]).slice(8, -1);
    if (!jsonKinds.includes(kind)) throw new TypeError(`a value of JSON has no ${kind} (${name})`);
    return written;
  });
  return value;
}

// The daemon refuses a whole subscription with an invalid key.
function checkKey(family, key) {
  const [pattern, rule] = keyRules[family];
  const isKey = isText(key) && pattern.test(key) && bytesOf(key) <= 256;
  check(isKey, `${JSON.stringify(String(key).slice(0, 64))} is no key: a key of ${family} has ${rule}`);
}

/** Returns the members of a live value: its spec as text, and what fits it. */
function declared({ family, key, spec, fits }) {
  check(types[spec.type]?.(spec.default), `the default of ${key} is no value of this type`);
  checked(spec.default);
  const text = encode(spec);
  return { family, key, default: spec.default, spec, text, size: bytesOf(key + text), fits };
}

export function tunable(type, key, value, { min, max, secret, ...rest } = {}) {
  checkKey("tunables", key);
  for (const name of ["tags", "enum"]) {
    check(Array.isArray(rest[name] ?? []), `${name} of ${key} must be an array, got ${typeOf(rest[name])}`);
  }
  const spec = { type, default: value, minimum: min, maximum: max, "x-secret": secret, ...rest };
  const isAllowed = (one) => !(one < min || one > max) && (rest.enum?.some((other) => isEqual(one, other)) ?? true);
  return declared({ family: "tunables", key, spec, fits: (one) => types[type](one) && isAllowed(one) });
}

export function flag(key, value, { description } = {}) {
  checkKey("flags", key);
  const type = typeOf(value);
  return declared({ family: "flags", key, spec: { type, default: value, description }, fits: types[type] });
}
