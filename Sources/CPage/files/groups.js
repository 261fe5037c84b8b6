// The order of the list: groups by the words of keys, and what a person looks for.

import { searchWords } from "./words.js";

/** The fewest keys that have a group, and the most words of a group's name. */
const fewest = 2, deepest = 3;

/** Returns the words before the last one of a key: those between dots, or else those between dashes. */
function words(key) {
  const parts = key.split(".");
  if (parts.length > 1) return parts.slice(0, -1);
  return key.split(/[-_]/).slice(0, -1);
}

/** Returns a tree: {name, path, keys, groups}. A group with one key is a part of the group above. */
function tree(tunables) {
  const root = { name: "", path: "", keys: [], groups: new Map() };
  for (const { key, spec } of tunables) {
    let node = root, path = "";
    for (const word of (spec?.group ? [spec.group] : words(key)).slice(0, deepest)) {
      path += `${word}\n`;
      if (!node.groups.has(word)) node.groups.set(word, { name: word, path, keys: [], groups: new Map() });
      node = node.groups.get(word);
    }
    node.keys.push(key);
  }
  dissolve(root);
  return root;
}

const count = (node) => node.keys.length + [...node.groups.values()].reduce((sum, group) => sum + count(group), 0);

function dissolve(node) {
  for (const [word, group] of node.groups) {
    dissolve(group);
    if (count(group) >= fewest) continue;
    node.keys.push(...group.keys);
    node.groups.delete(word);
  }
  node.keys.sort();
}

/** Returns the group itself, or the only group in it under both names. */
function shortened(group) {
  const [only, ...others] = group.groups.values();
  if (group.keys.length > 0 || !only || others.length > 0) return group;
  return shortened({ ...only, name: `${group.name} › ${only.name}` });
}

/**
 * Returns the rows of the list: {key} or {path, name, depth, count, isClosed}. Groups whose path is in `closed` have no
 * rows of their keys.
 */
export function rows(tunables, closed) {
  const all = [];
  const add = (node, depth) => {
    for (const key of node.keys) all.push({ id: key, key, depth });
    for (const group of [...node.groups.values()].map(shortened).sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const isClosed = closed.has(group.path);
      all.push({ id: `\n${group.path}`, path: group.path, name: group.name, depth, count: count(group), isClosed });
      if (!isClosed) add(group, depth + 1);
    }
  };
  add(tree(tunables), 0);
  return all;
}

/** Returns whether a tunable has all words of a search in its key, texts or tags. */
export function matches({ key, spec }, search) {
  const text = [key, spec?.title, spec?.description, ...(spec?.tags ?? [])].join("\n").toLowerCase();
  return searchWords(search).every((word) => text.includes(word));
}

/** Returns whether a pattern, in which `*` is any text, matches a key. */
export function matchesPattern(pattern, key) {
  const parts = pattern.split("*").map((part) => part.replace(/[.\-]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(key);
}
