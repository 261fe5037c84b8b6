// The page of tunerweb: connects to the daemon, and shows one of its views.

import { Access } from "./access.js";
import { Daemon } from "./daemon.js";
import { make, makeButton, on, setAttribute } from "./dom.js";
import { Jobs } from "./jobs.js";
import { Status } from "./status.js";
import { Tabs } from "./tabs.js";
import { Tries } from "./tries.js";
import { Values } from "./values.js";
import { ValuesView } from "./view.js";
import { makeWorldMenu, Worlds } from "./world.js";

const messageTime = 8_000;

const daemon = new Daemon();
const values = new Values(daemon);
const access = new Access(daemon);
const worlds = new Worlds(daemon, access);
const message = make("p", { id: "message", role: "status" });
let messageTimer;

/** Shows a sentence at the bottom of the page: a text, or its nodes. */
function say(sentence) {
  message.replaceChildren(make("span", ...[sentence].flat()));
  message.hidden = false;
  clearTimeout(messageTimer);
  messageTimer = setTimeout(() => (message.hidden = true), messageTime);
}

const tries = new Tries({ daemon, values, access, say });
const jobs = new Jobs({ daemon, access, say });
const page = { daemon, values, access, worlds, tries, say };
const view = new ValuesView(page);
const tabs = new Tabs(page, view);
const status = new Status(daemon, access, say);
let presets;
let help;
on(access, "server", ({ detail }) => {
  if (detail.tunables !== undefined) values.reload();
});
on(daemon, "world", () => values.reload());
// The reason why the controls of the view do nothing, for those without one of their own.
on(daemon, "state", () => setAttribute(tabs.room, "title", daemon.obstacle));

const button = (text, title, onclick) => makeButton(text, onclick, { label: title, title });

message.hidden = true;
document.body.append(
  make("header", { id: "bar" },
    make("h1", "Tuner"), tabs.element, makeWorldMenu(page), status.element,
    make("div.buttons",
      button("↶", "Undo", () => view.takeBack(false)), button("↷", "Redo", () => view.takeBack(true)),
      button("Presets", "Save and apply presets", openPresets),
      button("⤓", "Export all values as a file", () => view.export()), button("?", "Help", openHelp))),
  status.banner, tabs.room, jobs.element, tries.element, message,
);

function openHelp() {
  help ??= import("./help.js").then(({ makeHelp }) => document.body.appendChild(makeHelp()));
  help.then((dialog) => dialog.showModal(), (error) => {
    help = undefined;
    say(error.message);
  });
}

async function withDialogs(action) {
  if (daemon.sharedObstacle) return say(daemon.sharedObstacle);
  try {
    await action(await import("./dialogs.js"));
  } catch (error) {
    say(error.message);
  }
}

function openPresets() {
  withDialogs(({ Presets }) => {
    if (!presets) document.body.append((presets = new Presets(daemon, say)).element);
    return presets.open();
  });
}

/** Whether a key press belongs to a field that a person types into. */
const isTyping = (event) => event.target.matches?.("input:not([type=color]), textarea, select");

addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && (key === "z" || key === "y") && !(isTyping(event) && event.target.value !== event.target.defaultValue && /^(search|textarea)$/.test(event.target.type))) {
    event.preventDefault();
    event.target.blur?.();
    view.takeBack(key === "y" || event.shiftKey);
  } else if (isCommand || event.altKey || isTyping(event)) {
    return;
  } else if (key === "/") {
    event.preventDefault();
    tabs.focusSearch();
  } else if (key === "?") {
    openHelp();
  } else if (key >= "1" && key <= "9") {
    tabs.showAt(Number(key) - 1);
  }
});

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) withDialogs(({ importFile }) => importFile(daemon, say, file));
});

async function load() {
  try {
    await Promise.all([values.load(), access.load(), worlds.load(), tries.load(), jobs.load(), tabs.load()]);
    if (document.hidden) rest();
  } catch (error) {
    // A lost connection is loaded again with the next one.
    if (daemon.isOnline) say(error.message);
  }
}

// A hidden page receives no notifications.
function rest() {
  isLoaded = false;
  for (const part of [values, access, tabs]) part.rest();
}

let isLoaded = false;
on(daemon, "online", () => {
  if (document.hidden || isLoaded) return;
  isLoaded = true;
  load();
});
on(daemon, "offline", () => (isLoaded = false));
on(document, "visibilitychange", () => {
  if (document.hidden) {
    rest();
  } else if (daemon.isOnline) {
    isLoaded = true;
    load();
  }
});
daemon.connect();
