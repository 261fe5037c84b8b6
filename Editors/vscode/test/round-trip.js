"use strict";
// Loads the extension as VS Code does, with a file, and lets a live value go into the file and back.
// Usage: node round-trip.js FILE, with tunerctl in $PATH and a daemon. FILE has player.speed with the default 12.

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const { vscode, host, events, TextDocument } = require("./vscode.js");

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require("../extension.js");

const streams = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
const tunerctl = (...words) => execFileSync("tunerctl", words, streams);
const token = { onCancellationRequested: () => {} };

// Waits until a function returns something true, after each change of the hints and of the document.
function until(condition) {
  return new Promise((resolve, reject) => {
    const timer = setInterval(check, 20);
    const limit = setTimeout(() => finish(reject, new Error(`never: ${condition}`)), 60_000);
    function finish(end, result) {
      clearInterval(timer);
      clearTimeout(limit);
      end(result);
    }
    async function check() {
      const result = await condition();
      if (result) finish(resolve, result);
    }
  });
}

async function main(path) {
  const document = new TextDocument(vscode.Uri.file(path), "python", fs.readFileSync(path, "utf8"));
  vscode.workspace.textDocuments.push(document);
  vscode.window.activeTextEditor = { document };
  host.settings = { lens: true };
  const context = { subscriptions: [] };
  await extension.activate(context);

  const whole = new vscode.Range(new vscode.Position(0, 0), new vscode.Position(document.lineCount, 0));
  const hints = () => host.providers.hints.provideInlayHints(document, whole, token);
  const labels = async () => (await hints()).map(({ label }) => label).join();

  let isChanged = false;
  host.providers.hints.onDidChangeInlayHints(() => (isChanged = true));
  tunerctl("set", "player.speed", "18");
  await until(() => isChanged);
  await until(async () => (await labels()) === "→ 18");
  console.log("the hint shows 18");

  const [hint] = await hints();
  const hover = await host.providers.hover.provideHover(document, hint.textEdits[0].range.start, token);
  console.log("the hover names the key:", JSON.stringify(hover?.contents ?? "").includes("player.speed"));

  const [lens] = await host.providers.lenses.provideCodeLenses(document, token);
  const { command } = await host.providers.lenses.resolveCodeLens(lens, token);
  console.log("the lens shows", command.title.replace(/, .*/, ""));

  document.apply(hint.textEdits);
  await until(async () => (await labels()) === "");
  console.log("the accepted hint is text:", document.getText().includes('tuner.get("player.speed", 18)'));

  host.answers = ["player.speed", "99"];
  await host.commands["tuner.set"]();
  console.log("the refused value is", host.messages.splice(0).join());

  host.answers = ["player.speed", "21"];
  await host.commands["tuner.set"]();
  console.log("the command has set", tunerctl("get", "player.speed").trim());
  await until(async () => (await labels()) === "→ 21");
  await host.commands["tuner.bake"]();
  console.log("the file has 21:", document.getText().includes('tuner.get("player.speed", 21)'));
  await host.commands["tuner.reset"]("player.speed");

  const start = new vscode.Position(0, 0);
  const insert = (newText) => document.apply([{ range: new vscode.Range(start, start), newText }]);
  insert('# 😀 "no.key"\n');
  insert('x = tuner.get("no.such.key", 1)\n');
  const messages = () => (host.diagnostics.get(document.uri.toString()) ?? []).map(({ message }) => message);
  await until(() => messages().some((message) => message.includes("no.such.key")));
  console.log("the unknown key is a diagnostic");

  fs.writeFileSync(path, document.getText());
  events.close.fire(document);
  assert.deepStrictEqual(host.messages, []);
  await extension.deactivate();
  context.subscriptions.forEach((subscription) => subscription.dispose());
}

main(process.argv[2]);
