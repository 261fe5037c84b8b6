import { make } from "./dom.js";

const keys = [
  ["/", "search"], ["1 … 8", "show a view; on a slider: type a number"], ["↑ ↓", "change a number by one step"], ["Shift ↑ ↓", "change it by a tenth of a step"],
  ["Alt ↑ ↓", "change it by ten steps"], ["Home, End", "the ends of the range"], ["Enter", "send a typed value"],
  ["Escape", "discard a typed value, or restore the value from before a drag"], ["Ctrl Z", "undo"], ["Ctrl Shift Z", "redo"],
  ["Space", "pause or resume the chart"], ["← →, + −", "move and zoom the chart"], ["x", "in Worlds: move the program to the other side"],
  ["?", "show this help"],
];

export function makeHelp() {
  const rows = keys.map(([key, text]) => make("tr", make("th", { scope: "row" }, make("kbd", key)), make("td", text)));
  return make("dialog", { id: "help", label: "Help" },
    make("h2", "Keys"), make("table", ...rows), make("form", { method: "dialog" }, make("button", "Close")));
}
