// Undo and redo: one gesture of a hand is one step.

/**
 * The gestures of this page, and the calls that undo them.
 *
 * The daemon undoes the newest change of any page of this user. It undoes all commits of a drag together, except those
 * before a pause of a second. This class then undoes the rest of the drag, too.
 */
export class Undo {
  #daemon;
  #gestures = [];
  /** For each undone step, the number of calls that it took. */
  #undone = [];

  constructor(daemon) {
    this.#daemon = daemon;
  }

  note(gesture, result) {
    if (!result.changed) return;
    this.#undone = [];
    if (this.#gestures.at(-1) !== gesture) this.#gestures.push(gesture);
    gesture.revisions.add(result.revision);
  }

  async undo() {
    const rest = new Set(this.#gestures.pop()?.revisions);
    const results = [];
    let isPart = true;
    while (isPart) {
      const result = await this.#daemon.call("tunables.undo", { skip: true });
      results.push(result);
      const before = rest.size;
      for (const revision of result.undone) rest.delete(revision);
      isPart = rest.size > 0 && rest.size < before;
    }
    this.#undone.push(results.length);
    return merged(results);
  }

  async redo() {
    const results = [];
    for (let count = this.#undone.pop() ?? 1; count > 0; count -= 1) {
      results.push(await this.#daemon.call("tunables.redo"));
    }
    return merged(results);
  }
}

/** Returns the changes of several calls, one for each key. */
function merged(results) {
  const changes = new Map();
  for (const change of results.flatMap((result) => result.changes)) {
    const old = changes.has(change.key) ? changes.get(change.key).old : change.old;
    changes.set(change.key, { ...change, old });
  }
  return { changes: [...changes.values()], flags: results.flatMap((result) => result.flags ?? []) };
}
