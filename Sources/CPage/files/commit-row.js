// A row of the history: one commit, or those of a drag.

import { operationName, parts, timeOf } from "./commits.js";
import { make, setAttribute, setText } from "./dom.js";
import { keyWords } from "./row.js";
import { ago } from "./words.js";

export function change({ old, now, text = "" }) {
  const value = (name, text) => make("span", { class: name, dir: "auto" }, text);
  return now === undefined ? [text] : [value("old", old), value("arrow", "→"), value("now", now)];
}

/** Returns what an entry changed, a key first: for a drag, from its first value to its last one. */
export function entryParts(commits, key) {
  const all = parts(commits[0]), index = all.findIndex((part) => part.key === key);
  if (index > 0) all.unshift(...all.splice(index, 1));
  return commits.length > 1 ? [{ ...all[0], old: parts(commits.at(-1))[0].old }] : all;
}

export const revisions = (commits) => (commits.length > 1 ? `Revisions ${commits.at(-1).revision} to ${commits[0].revision}` : `Revision ${commits[0].revision}`);

export class CommitRow {
  isHeld = false;
  #view;
  #shown;
  #open = make("button.unfold", { type: "button" });
  #revision = make("span.revision");
  #name = make("button.name", { type: "button" });
  #change = make("span.change");
  #operation = make("span.operation");
  #actor = make("span.actor");
  #time = make("time");

  constructor(view, item) {
    this.item = item;
    this.#view = view;
    this.#open.onclick = () => view.toggle(this.item);
    this.#name.onclick = () => view.open(this.item);
    this.element = make("div.row.commit", { onclick: (event) => this.#click(event), onkeydown: (event) => view.press(event, this.item) },
      this.#open, this.#revision, this.#name, this.#change, this.#operation, this.#actor, this.#time);
  }

  // A click beside the buttons, but not the end of a selection of text.
  #click({ target }) {
    if (!target.closest("button") && getSelection().isCollapsed) this.#view.open(this.item);
  }

  focus() {
    this.#name.focus();
  }

  update() {
    const { commits, isPart, isOpen } = this.item;
    if (this.#shown !== commits) this.#show(commits);
    this.#open.hidden = commits.length < 2;
    this.#revision.hidden = !this.#open.hidden;
    setAttribute(this.#open, "aria-expanded", String(isOpen));
    setAttribute(this.element, "data-part", isPart);
    setAttribute(this.element, "data-open", this.#view.opened === this.item.id);
    setText(this.#time, ago(timeOf(commits[0])));
  }

  #show(commits) {
    this.#shown = commits;
    const [commit] = commits;
    const [first, ...rest] = entryParts(commits, this.#view.key);
    const { client, pid } = commit.actor;
    setText(this.#revision, `r${commit.revision}`);
    this.#open.replaceChildren(make("span.arrow", { "aria-hidden": "true" }, "▾"), ` ×${commits.length}`);
    setAttribute(this.#open, "aria-label", `${commits.length} changes of ${first?.key}`);
    this.#name.replaceChildren(...(first ? [first.kind ? `${first.kind} ` : "", ...keyWords(first.key)] : [revisions(commits)]));
    if (rest.length > 0) this.#name.append(make("span.more", ` +${rest.length}${commit.more ? "…" : ""}`));
    setAttribute(this.#name, "title", `${revisions(commits)}\n${[first, ...rest].slice(0, 20).map((part) => part?.key).join("\n")}`);
    this.#change.replaceChildren(...(first ? change(first) : []));
    setAttribute(this.#change, "title", first?.now === undefined ? undefined : `${first.old} → ${first.now}`.slice(0, 1_000));
    setText(this.#operation, operationName(commit));
    setText(this.#actor, client);
    setAttribute(this.#actor, "title", `process ${pid}`);
    setAttribute(this.#time, "datetime", commit.time);
    setAttribute(this.#time, "title", new Date(commit.time).toLocaleString());
  }
}
