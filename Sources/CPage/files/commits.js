// What follows from the commits of the history: the entries of the list, the values at a revision, and what an undo
// restores. Commits are in the order of the daemon, the newest first.

import { show } from "./json.js";

/** The longest pause between two commits of one drag, in milliseconds, as for `tunables.undo`. */
const dragPause = 1_000;

/** The operations that store or remove values, which an undo can take back. */
const writes = new Set("set update setAll import reset resetAll toggle step forget undo redo revert".split(" ").map((name) => `tunables.${name}`));
writes.add("worlds.merge");

export const timeOf = (commit) => (commit.milliseconds ??= Date.parse(commit.time));

const override = (variant, value) => variant ?? (value === undefined ? "no override" : show(value));

function flagPart({ key, defined, declared, reset, variant, value, oldVariant, oldValue }) {
  const kind = "flag";
  if (defined !== undefined) return { key, kind, text: defined ? "defined" : "definition removed" };
  if (declared !== undefined) return { key, kind, text: declared ? "declared" : "declaration removed" };
  return { key, kind, old: override(oldVariant, oldValue), now: override(reset ? undefined : variant, reset ? undefined : value) };
}

/** Returns what a commit changed, for people: {key, kind, old, now, text, origin}, of which some may be absent. */
export function parts({ operation, changes, flags = [], names = [] }) {
  const kind = operation.startsWith("layers.") ? "layer" : operation === "flags.killSwitch" ? "pattern" : undefined;
  const values = changes.map(({ key, old, value, origin }) => ({ key, old: show(old), now: show(value), origin }));
  const text = writes.has(operation) ? "stored, not in effect" : undefined;
  const others = names.map((key) => ({ key, kind, text }));
  const all = [...flags.map(flagPart), ...values];
  return kind ? [...others, ...all] : [...all, ...others];
}

export const operationName = ({ operation }) => operation.replace("tunables.", "");

export function hasWords(commit, words) {
  if (words.length === 0) return true;
  const { revision, actor, operation } = commit;
  commit.text ??= [`r${revision}`, actor.client, operation, ...parts(commit).map(({ key }) => key)].join("\n").toLowerCase();
  return words.every((word) => commit.text.includes(word));
}

export const hasKey = (commit, key) => commit.changes.some((change) => change.key === key) || (commit.names?.includes(key) ?? false);

const isSingle = ({ changes, flags, names }) => changes.length === 1 && !flags && !names;

function isDrag(newer, older) {
  return isSingle(newer) && isSingle(older) && newer.changes[0].key === older.changes[0].key
    && newer.actor.pid === older.actor.pid && newer.actor.client === older.actor.client && newer.operation === older.operation
    && timeOf(newer) - timeOf(older) < dragPause;
}

/** Returns an array of commits for each entry of the list: those of a drag together, all others alone. */
export function folded(commits) {
  const entries = [];
  for (const commit of commits) {
    const entry = entries.at(-1);
    if (entry && isDrag(entry.at(-1), commit)) entry.push(commit);
    else entries.push([commit]);
  }
  return entries;
}

/** Returns the commits after a revision, or undefined if the history does not have all of them. */
function after(commits, revision, last) {
  if (revision < last && !(commits.at(-1)?.revision <= revision + 1)) return undefined;
  const count = commits.findIndex((commit) => commit.revision <= revision);
  return (count < 0 ? commits : commits.slice(0, count)).filter((commit) => commit.revision <= last);
}

/**
 * Returns the values at a revision by key, computed from the values at the revision `last`, and the commits of which the
 * history does not list all changes; or undefined if the history does not reach the revision.
 */
export function valuesAt(revision, commits, present, last) {
  const later = after(commits, revision, last);
  if (!later) return undefined;
  const values = new Map(present);
  for (const { changes } of later) {
    for (const { key, old } of changes) values.set(key, old);
  }
  return { values, incomplete: later.filter(({ more }) => more) };
}

/**
 * Returns what undoing the commits from a revision on would restore: the values by key, undefined for a key without a
 * value, and a sentence for each commit that stays in effect.
 */
export function undoing(revision, commits) {
  const values = new Map(), left = [];
  for (const commit of commits) {
    if (commit.revision < revision) break;
    const { changes, flags = [], names = [], more } = commit;
    const what = `r${commit.revision} ${operationName(commit)}`;
    const keys = (list) => list.slice(0, 3).join(", ") + (list.length > 3 ? ` and ${list.length - 3} more` : "");
    if (!writes.has(commit.operation)) {
      left.push(`${what}${names.length + flags.length > 0 ? `: ${keys([...names, ...flags.map(({ key }) => key)])}` : ""}`);
      continue;
    }
    for (const { key, old } of changes) values.set(key, old);
    if (flags.length > 0) left.push(`${what}: the flag ${keys(flags.map(({ key }) => key))}`);
    if (names.length > 0) left.push(`${what}: ${keys(names)}, whose value was not in effect`);
    if (more) left.push(`${what}: the keys after the first 1,000`);
  }
  return { values, left };
}
