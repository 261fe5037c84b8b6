// The terminal: the language of `tunerctl shell`, on the WebSocket /ws.

import { commonStart, complete, usages } from "./completion.js";
import { make, on, onceAFrame, setText } from "./dom.js";
import { typeOf, write } from "./json.js";

/** The most lines of output that stay, and those of one element. */
const mostLines = 5_000, linesOfBlock = 200;
const mostWords = 200;

/** What the gateway sends around errors, and when it waits for a command. */
const red = "\u001b[31m", standardColor = "\u001b[39m", ready = "\u001b]133;D\u0007";
const escapes = /(\u001b\[31m|\u001b\[39m|\u001b\]133;D\u0007)/;

/** Returns the names of the layers that are presets, or of all others. */
function layerNames(layers, arePresets) {
  const prefix = "preset:";
  const names = layers.map(({ name }) => name).filter((name) => name.startsWith(prefix) === arePresets);
  return arePresets ? names.map((name) => name.slice(prefix.length)) : names;
}

/** Returns the words that a person may want as a value: all that are allowed, or else the present one. */
function valueWords({ value, spec } = {}) {
  if (typeOf(value) === "boolean") return ["false", "true"];
  const all = spec?.enum ?? (value === undefined ? [] : [value]);
  return all.map((one) => (/[\s"'\\]/.test(write(one)) ? `'${write(one).replaceAll("'", `'"'"'`)}'` : write(one)));
}

export class TerminalView {
  #page;
  #socket;
  #world;
  #usages = [];
  #isRed = false;
  #isReady = false;
  /** The lines to run, and how many sent ones have not ended. The start of a connection counts as one. */
  #waiting = [];
  #running = 1;
  /** The line of the watch that is on. */
  #watch;
  #isResting = false;
  #past = [];
  #pastIndex = 0;
  #draft = "";
  #leaves = false;
  /** Blocks of the output with their lines, and what the next frame adds. */
  #blocks = [];
  #added = [];
  #output = make("div", { role: "log", label: "Output", tabindex: 0 });
  #prompt = make("label", { for: "line" });
  #input = make("input", { id: "line", type: "text", autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", label: "Command" });
  #draw = onceAFrame(() => this.#drawNow());
  element;

  constructor(page) {
    this.#page = page;
    this.element = make("main", { id: "terminal", onclick: () => this.#focusUnlessSelected(), onkeydown: (event) => this.#pressAnywhere(event) },
      this.#output, make("form", { onsubmit: (event) => this.#submit(event) }, this.#prompt, this.#input));
    on(this.#input, "keydown", (event) => this.#press(event));
    on(this.#input, "paste", (event) => this.#paste(event));
    on(page.daemon, "world", () => this.#socket && !this.#isResting && this.#connect());
  }

  /** Connects, or continues the watch of a terminal that was not shown. */
  load() {
    this.#isResting = false;
    this.#connect();
    this.#continueWatch();
    // With the keyboard, the focus stays in the tabs.
    const { activeElement } = document;
    if (activeElement === document.body || (activeElement.role === "tab" && !activeElement.matches(":focus-visible"))) this.focusSearch();
  }

  /** Pauses the watch: nobody sees its output. */
  rest() {
    this.#isResting = true;
    if (this.#watch) this.#send("watch off");
  }

  focusSearch() {
    this.#input.focus();
  }

  // MARK: The connection

  // Without a connection, or if it is to another world.
  #connect() {
    const { world } = this.#page.daemon;
    if (this.#socket && this.#world === world) return;
    this.#socket?.close();
    this.#world = world;
    this.#isReady = false;
    this.#running = 1;
    setText(this.#prompt, world ? `tuner ${world}>` : "tuner>");
    const query = new URLSearchParams({ ansi: true, columns: this.#columns, ...(world && { world }) });
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws?${query}`);
    this.#socket = socket;
    let isOpen = false;
    socket.onopen = () => (isOpen = true);
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(data);
    socket.onclose = ({ code }) => socket === this.#socket && this.#end(code, isOpen);
  }

  get #columns() {
    const probe = make("span", "0".repeat(10));
    this.#output.append(probe);
    const columns = Math.floor((this.#output.clientWidth / probe.getBoundingClientRect().width) * 10);
    probe.remove();
    return columns;
  }

  async #end(code, wasOpen) {
    this.#socket = undefined;
    this.#isReady = false;
    this.#running = 1;
    this.#waiting = [];
    this.#isRed = false;
    if (code === 1000) {
      this.#watch = undefined;
      return this.#print("The terminal is closed. Enter opens it again.", "note");
    }
    this.#print(wasOpen ? "The connection was lost." : await this.#obstacle(), "error");
  }

  // A browser does not say why it could not open a WebSocket.
  async #obstacle() {
    try {
      const response = await fetch("/ws");
      if (response.status === 503) return await response.text();
    } catch {
      // The status of the page has the reason.
    }
    return `The terminal cannot connect: ${this.#page.daemon.reason || "try again with Enter"}`;
  }

  #continueWatch() {
    if (!this.#watch || this.#isResting || !this.#isReady) return;
    this.#print("The watch continues. The changes in between are not shown.", "note");
    this.#send(this.#watch);
  }

  #send(line) {
    if (!this.#isReady) return;
    this.#running += 1;
    this.#socket.send(line);
  }

  #receive(text) {
    if (this.#usages.length === 0) this.#usages = usages(text);
    for (const part of text.split(escapes)) {
      if (part === red || part === standardColor) this.#isRed = part === red;
      else if (part === ready) this.#noteReady();
      else if (part !== "") this.#print(part, this.#isRed ? "error" : "");
    }
    this.#runNext();
  }

  // The first mark follows the help.
  #noteReady() {
    this.#running -= 1;
    if (this.#isReady) return;
    this.#isReady = true;
    this.#continueWatch();
  }

  // MARK: Commands

  /** Runs lines one after the other, so that the output of each follows it. */
  #run(lines) {
    this.#waiting.push(...lines);
    this.#connect();
    this.#runNext();
  }

  #runNext() {
    while (this.#waiting.length > 0 && this.#running === 0) {
      const line = this.#waiting.shift().trim();
      this.#echo(line);
      if (line === "") continue;
      if (this.#past.at(-1) !== line) this.#past.push(line);
      this.#pastIndex = this.#past.length;
      if (line === "clear") {
        this.#clear();
        continue;
      }
      const [, words] = /^(?:tunerctl\s+)?watch\b(.*)/.exec(line) ?? [];
      if (words !== undefined) this.#watch = words.trim() === "off" ? undefined : line;
      this.#send(line);
    }
  }

  // Without a connection, the line stays in the field.
  #submit(event) {
    event.preventDefault();
    const line = this.#input.value;
    this.#input.value = "";
    this.#run([line]);
  }

  // Whole lines of a pasted text run; the rest is for the person to finish.
  #paste(event) {
    const text = event.clipboardData.getData("text");
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = this.#input;
    const lines = (value.slice(0, selectionStart) + text + value.slice(selectionEnd)).split(/\r\n|[\r\n]/);
    this.#input.value = lines.pop();
    this.#run(lines);
  }

  #interrupt() {
    this.#echo(`${this.#input.value}^C`);
    this.#input.value = "";
    this.#waiting = [];
    if (this.#watch) this.#send("watch off");
    this.#watch = undefined;
  }

  // MARK: Output

  #echo(line) {
    this.#print(`${this.#prompt.textContent} ${line}`, "echo");
  }

  #print(text, kind) {
    for (const line of text.replace(/\n$/, "").split("\n")) this.#added.push({ line, kind });
    if (this.#added.length > 2 * mostLines) this.#added.splice(0, this.#added.length - mostLines);
    this.#draw();
  }

  #clear() {
    this.#added = [];
    this.#blocks = [];
    this.#output.replaceChildren();
  }

  #drawNow() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < 40;
    const added = this.#added.splice(0).slice(-mostLines);
    for (let first = 0; first < added.length; ) {
      const { kind } = added[first];
      let end = first + 1;
      while (end < added.length && end - first < linesOfBlock && added[end].kind === kind) end += 1;
      const element = make("div", { class: kind || undefined, dir: "auto" }, added.slice(first, end).map(({ line }) => line).join("\n"));
      this.#blocks.push({ element, count: end - first });
      this.#output.append(element);
      first = end;
    }
    let count = this.#blocks.reduce((sum, block) => sum + block.count, 0);
    while (count > mostLines) {
      const block = this.#blocks.shift();
      count -= block.count;
      block.element.remove();
    }
    if (isAtEnd) this.element.scrollTop = this.element.scrollHeight;
  }

  // MARK: The keyboard

  #press(event) {
    const key = event.key.toLowerCase();
    const { selectionStart, selectionEnd } = this.#input;
    const leaves = this.#leaves;
    this.#leaves = key === "escape";
    if (key === "tab" && !event.shiftKey && !leaves && this.#input.value.trim() !== "") {
      event.preventDefault();
      this.#complete();
    } else if (key === "arrowup" || key === "arrowdown") {
      event.preventDefault();
      this.#recall(key === "arrowup" ? -1 : 1);
    } else if (event.ctrlKey && key === "c" && selectionStart === selectionEnd && getSelection().isCollapsed) {
      event.preventDefault();
      this.#interrupt();
    } else if (event.ctrlKey && key === "z") {
      // The browser undoes typing; the page would undo a value.
      event.stopPropagation();
    }
  }

  #pressAnywhere(event) {
    if (event.ctrlKey && event.key.toLowerCase() === "l") {
      event.preventDefault();
      this.#clear();
    } else if (event.target === this.#output && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.focusSearch();
    }
  }

  #focusUnlessSelected() {
    if (getSelection().isCollapsed) this.focusSearch();
  }

  #recall(step) {
    const index = this.#pastIndex + step;
    if (index < 0 || index > this.#past.length) return;
    if (this.#pastIndex === this.#past.length) this.#draft = this.#input.value;
    this.#pastIndex = index;
    this.#input.value = this.#past[index] ?? this.#draft;
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length);
  }

  // MARK: Completion

  async #complete() {
    const { value, selectionStart } = this.#input;
    const { start, words } = await complete(value.slice(0, selectionStart), this.#usages, (name, before) => this.#names(name, before));
    if (words.length === 0 || this.#input.value !== value) return;
    const text = commonStart(words) + (words.length === 1 ? " " : "");
    if (text.length > selectionStart - start) {
      this.#input.setRangeText(text, start, selectionStart, "end");
    } else {
      this.#echo(value);
      const rest = words.length - mostWords;
      this.#print(words.slice(0, mostWords).join("  ") + (rest > 0 ? `  and ${rest} more` : ""), "note");
    }
  }

  async #names(name, [command, tunable, key]) {
    const { values, access, daemon } = this.#page;
    if (command === "flag" && name !== "NAME") {
      const { flags } = await daemon.call("flags.list").catch(() => ({ flags: [] }));
      if (name === "KEY") return flags.map((flag) => flag.key);
      return flags.find((flag) => flag.key === key)?.variants ?? [];
    }
    switch (name) {
      case "KEY": case "FILTER": case "PATTERN": return [...values.all.keys()];
      case "VALUE": return valueWords(values.all.get(tunable));
      case "NAME": return layerNames(access.layers, command === "preset");
      case "COMMAND": return [...new Set(this.#usages.map(([first]) => first))];
      default: return [];
    }
  }
}
