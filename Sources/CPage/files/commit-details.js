// The details of an entry of the history, and the ways back from it.

import { change, entryParts } from "./commit-row.js";
import { make, makeButton, makeFacts } from "./dom.js";

// The view disables these buttons while the state cannot be changed.
const action = (text, onclick, title) => makeButton(text, onclick, { class: "needs-state", "data-title": title });
const showState = (revision) => () => (location.hash = `history?at=${revision}`);

function partLine(part) {
  const { key, kind, origin } = part;
  return make("li",
    kind ? make("span", `${kind} ${key}`) : make("a", { href: `#history?key=${encodeURIComponent(key)}`, title: "Only the changes of this key" }, key),
    make("span.change", ...change(part)), origin && origin !== "local" ? make("span.origin", origin.replace(":", " ")) : "");
}

/** Returns the nodes about the commits of an entry. `undo` is called with the revision from which on a person undoes. */
export function commitDetails(commits, shownKey, undo) {
  const [{ revision, time, operation, actor, more }] = commits, from = commits.at(-1).revision;
  const facts = { when: new Date(time).toLocaleString(), client: actor.client, process: actor.pid, user: String(actor.uid), operation };
  return [
    make("dl", ...makeFacts(Object.entries(facts))),
    make("div.actions",
      action("Undo from here…", () => undo(from), "Undo this change and all later ones"),
      action("Values after it", showState(revision), `Show all values at revision ${revision}`),
      action("Values before it", showState(from - 1), `Show all values at revision ${from - 1}`)),
    make("h3", "Changes"),
    make("ul.parts", ...entryParts(commits, shownKey).map(partLine)), more ? "and more" : "",
  ];
}
