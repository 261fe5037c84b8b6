// The help: which keys do what.

import { make } from "./dom.js";

const keys = [
  ["/", "search"], ["1 … 9", "show a view"], ["↑ ↓", "change a number by one step"], ["Shift ↑ ↓", "finely"],
  ["Alt ↑ ↓", "coarsely"], ["Home, End", "the ends of the range"], ["Enter", "send a typed value"],
  ["Escape", "take a typed value or a drag back"], ["Ctrl Z", "undo"], ["Ctrl Shift Z", "redo"],
  ["Space", "pause or resume the chart"], ["← →, + −", "move and zoom the chart"], ["x", "in Worlds: flip the program"],
  ["?", "show this help"],
];

/** Makes the dialog with the keys. */
export function makeHelp() {
  const rows = keys.map(([key, text]) => make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, text)));
  return make("dialog", { id: "help", "aria-label": "Help" },
    make("h2", {}, "Keys"), make("table", {}, ...rows), make("form", { method: "dialog" }, make("button", {}, "Close")));
}
