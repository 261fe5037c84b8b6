// What can follow in a line of the terminal, by the help text of the terminal itself.

/** Returns the usages in a help text, each as its words; what is in brackets is one word. */
export function usages(help) {
  return help.split("\n").flatMap((line) => {
    const usage = /^ {2}(\S.*?)(?: {2}.*)?$/.exec(line)?.[1];
    return usage ? [usage.match(/\[[^\]]*\]\S*|\S+/g)] : [];
  });
}

const isOption = (word) => /^\[?--/.test(word);
/** Returns what a word of a usage stands for: "KEY" for "[KEY]...". */
const bare = (word) => word.replace(/[[\].]/g, "");
const isName = (word) => /^[A-Z]/.test(bare(word));

/** Returns the options of a usage, each with whether a value follows. */
function optionsOf(usage) {
  const options = new Map();
  for (const word of usage.filter(isOption)) {
    const [names, value] = bare(word).split(" ");
    for (const name of names.split("|")) options.set(name, value !== undefined);
  }
  return options;
}

/** Returns the words of a line that are no options, and no values of options. */
function positional(words, options) {
  return words.filter((word, index) => !options.has(word) && !options.get(words[index - 1]));
}

/**
 * Returns the words that can continue a line, and where the last word of the line begins.
 *
 * `names` returns the names for a word of a usage, such as KEY, after the words before it.
 */
export async function complete(line, usages, names) {
  const start = /\S*$/.exec(line).index;
  const word = line.slice(start);
  const before = line.slice(0, start).split(/\s+/).filter(Boolean);
  if (before[0] === "tunerctl") before.shift();
  const found = new Set();
  for (const usage of usages) {
    const options = optionsOf(usage);
    const given = positional(before, options);
    const wanted = usage.filter((part) => !isOption(part));
    const partAt = (index) => wanted[index] ?? (wanted.at(-1).endsWith("...") ? wanted.at(-1) : undefined);
    const fits = given.every((text, index) => partAt(index) && (isName(partAt(index)) || partAt(index).split("|").includes(text)));
    if (!fits || options.get(before.at(-1))) continue;
    const next = partAt(given.length);
    const texts = next === undefined ? [] : isName(next) ? await names(bare(next), given) : next.split("|");
    const isFirst = before.length === 0;
    for (const text of [...texts, ...(isFirst ? [] : options.keys())]) {
      if (text.startsWith(word) && (word !== "" || !text.startsWith("--"))) found.add(text);
    }
  }
  return { start, words: [...found].sort() };
}

export function commonStart(words) {
  const [first = "", last = ""] = [words[0], words.at(-1)];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length += 1;
  return first.slice(0, length);
}
