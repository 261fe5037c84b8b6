// Values as JSON text, and their types.

export function check(condition, message) {
  if (!condition) throw new TypeError(message);
}

export const typeOf = (value) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

export const types = {
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: Number.isFinite,
  integer: Number.isInteger,
  array: Array.isArray,
  object: (value) => typeOf(value) === "object",
};

export const isText = (value) => typeof value === "string" && value.isWellFormed();

// JSON.stringify would write null for a number that JSON does not have. The daemon refuses half of a surrogate pair.
export const encode = (params) => JSON.stringify(params, (name, value) => {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`JSON has no ${value} (${name})`);
  const isWhole = name.isWellFormed() && (typeof value !== "string" || value.isWellFormed());
  check(isWhole, `a text has half of a surrogate pair (${name.toWellFormed()})`);
  return value;
});

const encoder = new TextEncoder();
export const bytesOf = (text) => encoder.encode(text).length;
