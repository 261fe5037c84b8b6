// JSON without losing digits: JavaScript rounds whole numbers beyond 2^53, and the daemon does not.

const longNumber = /\d{16}/;
/** The characters of a value that a person sees. */
const longestShown = 1_000;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
// Older browsers round.
const exact = JSON.rawJSON ?? Number;

/** Parses a text. A whole number that JavaScript would round becomes an object of JSON.rawJSON. */
export function parse(text) {
  return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_, value, context) {
  const isRounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && context && /^-?\d+$/.test(context.source) ? exact(context.source) : value;
}

// An object of a program can have a member of the name "rawJSON", too.
const isExact = (value) => JSON.isRawJSON?.(value) ?? false;

/** Returns the number that is nearest to a value of the daemon. */
export const number = (value) => (isExact(value) ? Number(value.rawJSON) : value);

export function typeOf(value) {
  if (isExact(value)) return "number";
  return Array.isArray(value) ? "array" : typeof value;
}

export const write = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns the text of a value for people. A long one is cut. */
export function show(value) {
  if (value === undefined) return "no value";
  const text = write(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** Returns indented JSON, in which short lists and objects have one line, unless right-to-left texts would reorder it. */
export function pretty(value, indent = "") {
  const line = JSON.stringify(value);
  const type = typeOf(value);
  if (value === null || (type !== "array" && type !== "object") || (line.length + indent.length <= 64 && !rightToLeft.test(line))) return line;
  const inner = `${indent}  `;
  const parts = type === "array" ? value.map((one) => pretty(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pretty(one, inner)}`);
  const [open, close] = type === "array" ? "[]" : "{}";
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

export const isEqual = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

/** Returns the JSON number of a text that a person typed; undefined if it is none. */
export function typedNumber(text) {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(e[+-]?\d+)?$/i.exec(text.trim());
  if (!match || (match[2] === "" && !match[3])) return undefined;
  const [, sign, whole, fraction, exponent] = match;
  const digits = (sign === "-" ? "-" : "") + (whole.replace(/^0+(?=\d)/, "") || "0");
  const isWhole = fraction === undefined && exponent === undefined;
  if (isWhole && !Number.isSafeInteger(Number(digits))) return exact(digits);
  const value = Number(`${digits}.${fraction || "0"}${exponent ?? ""}`);
  return Number.isFinite(value) ? value : undefined;
}

const token = /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y;

/**
 * Returns the first fault of a text as {offset, sentence}; undefined if the text is JSON. Browsers do not always name
 * the offset.
 */
export function findFault(text) {
  let position = 0, next;
  const read = () => {
    token.lastIndex = position;
    const match = token.exec(text);
    next = match ? { mark: match[1], isString: match[2] !== undefined, isTooLarge: Math.abs(match[3]) === Infinity, end: token.lastIndex, size: (match[1] ?? match[2] ?? match[3]).length } : undefined;
  };
  const fail = (wanted) => {
    const gap = /^[ \t\n\r]*/.exec(text.slice(position))[0].length;
    throw { offset: next ? next.end - next.size : position + gap, sentence: `expected ${wanted}` };
  };
  const take = () => {
    position = next.end;
    read();
  };
  const takeMark = (mark, wanted) => (next?.mark === mark ? take() : fail(wanted));
  const list = (end, element) => {
    take();
    if (next?.mark === end) return take();
    for (;;) {
      element();
      if (next?.mark !== ",") break;
      take();
    }
    takeMark(end, `"," or "${end}"`);
  };
  const value = () => {
    if (next?.mark === "{") return list("}", () => {
      if (!next?.isString) fail("a name in double quotes");
      take();
      takeMark(":", '":"');
      value();
    });
    if (next?.mark === "[") return list("]", value);
    if (!next || next.mark) fail("a value");
    if (next.isTooLarge) fail("a number within the range of a double");
    take();
  };
  try {
    read();
    value();
    if (text.slice(position).trim() !== "") fail("the end");
  } catch (fault) {
    if (fault.sentence) return fault;
    throw fault;
  }
  return undefined;
}
