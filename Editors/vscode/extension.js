"use strict";
// Shows live values of tunables and flags in source code: the client of `tunerctl lsp`.

const vscode = require("vscode");
const { Connection } = require("./source/connection.js");
const convert = require("./source/convert.js");
const features = require("./source/features.js");

const clientCapabilities = {
  workspace: {
    inlayHint: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    applyEdit: true,
    workspaceEdit: { documentChanges: true },
  },
  textDocument: {
    hover: { contentFormat: ["markdown", "plaintext"] },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source"] } } },
    publishDiagnostics: {},
  },
};

class Client {
  #connection;
  #isReady = false;
  #isStopped = false;
  #registered = [];
  #diagnostics = vscode.languages.createDiagnosticCollection("tuner");
  #hintsChanged = new vscode.EventEmitter();
  #lensesChanged = new vscode.EventEmitter();

  async start() {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const settings = vscode.workspace.getConfiguration("tuner");
    const command = settings.get("command", ["tunerctl", "lsp"]);
    this.#connection = new Connection(command, folders[0]?.uri.fsPath, (reason) => this.#end(reason));
    this.#connection.handle("workspace/inlayHint/refresh", () => this.#hintsChanged.fire());
    this.#connection.handle("workspace/codeLens/refresh", () => this.#lensesChanged.fire());
    this.#connection.handle("window/showMessage", ({ message }) => {
      vscode.window.showWarningMessage(`Tuner: ${message}`);
    });
    this.#connection.handle("textDocument/publishDiagnostics", ({ uri, diagnostics }) =>
      this.#diagnostics.set(vscode.Uri.parse(uri), diagnostics.map(convert.diagnostic))
    );
    this.#connection.handle("workspace/applyEdit", async ({ edit }) => ({
      applied: await vscode.workspace.applyEdit(convert.workspaceEdit(edit)),
    }));
    const { capabilities } = await this.#connection.request("initialize", {
      processId: process.pid,
      rootUri: folders[0]?.uri.toString() ?? null,
      workspaceFolders: folders.map(({ uri, name }) => ({ uri: uri.toString(), name })),
      initializationOptions: { lens: settings.get("lens", false) },
      capabilities: clientCapabilities,
    });
    this.#isReady = true;
    this.#connection.notify("initialized", {});
    vscode.workspace.textDocuments.forEach((document) => this.open(document));
    this.#registered = features.register(capabilities, this.request.bind(this), {
      hints: this.#hintsChanged.event,
      lenses: this.#lensesChanged.event,
    });
  }

  async stop() {
    this.#isStopped = true;
    await this.#connection.stop();
    this.#diagnostics.dispose();
  }

  request(method, params, token) {
    return this.#connection.request(method, params, token);
  }

  open(document) {
    if (!this.#serves(document)) return;
    const { uri, languageId, version } = document;
    this.#connection.notify("textDocument/didOpen", {
      textDocument: { uri: uri.toString(), languageId, version, text: document.getText() },
    });
  }

  change({ document, contentChanges }) {
    if (!this.#serves(document) || contentChanges.length === 0) return;
    this.#connection.notify("textDocument/didChange", {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: convert.plainRange(range), text })),
    });
  }

  close(document) {
    if (!this.#serves(document)) return;
    this.#connection.notify("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
    this.#diagnostics.delete(document.uri);
  }

  // Runs a command of the server. Without arguments, asks for the words.
  async execute(command, given, words) {
    const values = [...given];
    for (const word of words.slice(values.length)) {
      const text = await vscode.window.showInputBox({ prompt: word });
      if (text === undefined) return;
      values.push(word === "Value" ? jsonOrString(text) : text);
    }
    await this.request("workspace/executeCommand", { command, arguments: values }).catch((error) =>
      vscode.window.showErrorMessage(`Tuner: ${error.message}`)
    );
  }

  // Writes all live values of the shown file into its text.
  async bake() {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !this.#serves(document)) return;
    const range = { start: { line: 0, character: 0 }, end: { line: document.lineCount, character: 0 } };
    const uri = document.uri.toString();
    const hints = (await this.request("textDocument/inlayHint", { textDocument: { uri }, range })) ?? [];
    const edits = hints.flatMap((hint) => hint.textEdits ?? []);
    await vscode.workspace.applyEdit(convert.workspaceEdit({ changes: { [uri]: edits } }));
  }

  #serves({ uri }) {
    return this.#isReady && (uri.scheme === "file" || uri.scheme === "untitled");
  }

  #end(reason) {
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#registered.splice(0).forEach((registration) => registration.dispose());
    this.#diagnostics.clear();
    if (this.#isStopped) return;
    if (wasReady) setTimeout(() => this.#isStopped || this.start().catch(() => {}), 1000);
    else vscode.window.showErrorMessage(`Tuner: ${reason}`);
  }
}

function jsonOrString(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

let client;

async function activate(context) {
  client = new Client();
  const { workspace, commands } = vscode;
  context.subscriptions.push(
    workspace.onDidOpenTextDocument((document) => client.open(document)),
    workspace.onDidChangeTextDocument((event) => client.change(event)),
    workspace.onDidCloseTextDocument((document) => client.close(document)),
    commands.registerCommand("tuner.bake", () => client.bake()),
    commands.registerCommand("tuner.set", (...given) => client.execute("tuner.set", given, ["Key", "Value"])),
    commands.registerCommand("tuner.reset", (...given) => client.execute("tuner.reset", given, ["Key"])),
    commands.registerCommand("tuner.declare", (...given) => client.execute("tuner.declare", given, ["Key", "Value"]))
  );
  // If the server does not start, its end is reported.
  await client.start().catch(() => {});
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
