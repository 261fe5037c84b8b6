"use strict";
// Plays the parts of the module `vscode` that the extension uses: documents, edits, and providers.

const { pathToFileURL, fileURLToPath } = require("node:url");

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(":")[0];
  }
  static parse = (text) => new Uri(text);
  static file = (path) => new Uri(pathToFileURL(path).href);
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString() {
    return this.text;
  }
}

class EventEmitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value) {
    for (const listener of [...this.#listeners]) listener(value);
  }
}

class TextDocument {
  version = 1;
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text });
  }
  getText() {
    return this.text;
  }
  get lineCount() {
    return this.text.split("\n").length;
  }
  offset({ line, character }) {
    const lines = this.text.split("\n");
    const before = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
    return Math.min(before + character, this.text.length);
  }
  // Applies edits that do not overlap, the last one first, as VS Code reports them.
  apply(edits) {
    const later = (a, b) => this.offset(b.range.start) - this.offset(a.range.start);
    const contentChanges = [...edits].sort(later).map(({ range, newText }) => {
      this.text = this.text.slice(0, this.offset(range.start)) + newText + this.text.slice(this.offset(range.end));
      return { range, text: newText };
    });
    this.version += 1;
    events.change.fire({ document: this, contentChanges });
  }
}

class WorkspaceEdit {
  entries = new Map();
  set(uri, edits) {
    this.entries.set(uri.toString(), edits);
  }
}

// A class that only keeps what its constructor gets.
const record = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, index) => (this[name] = values[index]));
    }
  };

class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}

const events = { open: new EventEmitter(), change: new EventEmitter(), close: new EventEmitter() };
// What the extension has registered, and what it has shown.
const host = { providers: {}, commands: {}, diagnostics: new Map(), messages: [], settings: {} };

const provider = (name) => (_selector, object) => {
  host.providers[name] = object;
  return { dispose: () => delete host.providers[name] };
};

const vscode = {
  Position, Range, Uri, EventEmitter, WorkspaceEdit, CodeActionKind,
  InlayHint: record("position", "label"),
  Hover: record("contents", "range"),
  MarkdownString: record("value"),
  CompletionItem: record("label", "kind"),
  Diagnostic: record("range", "message", "severity"),
  CodeAction: record("title", "kind"),
  CodeLens: record("range", "command"),
  Color: record("red", "green", "blue", "alpha"),
  ColorInformation: record("range", "color"),
  ColorPresentation: record("label"),
  Location: record("uri", "range"),
  TextEdit: { replace: (range, newText) => ({ range, newText }) },
  languages: {
    createDiagnosticCollection: () => ({
      set: (uri, list) => host.diagnostics.set(uri.toString(), list),
      delete: (uri) => host.diagnostics.delete(uri.toString()),
      clear: () => host.diagnostics.clear(),
      dispose: () => host.diagnostics.clear(),
    }),
    registerInlayHintsProvider: provider("hints"),
    registerHoverProvider: provider("hover"),
    registerCompletionItemProvider: provider("completion"),
    registerCodeActionsProvider: provider("actions"),
    registerColorProvider: provider("colors"),
    registerCodeLensProvider: provider("lenses"),
    registerDefinitionProvider: provider("definition"),
    registerReferenceProvider: provider("references"),
    registerRenameProvider: provider("rename"),
  },
  commands: {
    registerCommand: (name, run) => {
      host.commands[name] = run;
      return { dispose: () => delete host.commands[name] };
    },
  },
  window: {
    activeTextEditor: undefined,
    showErrorMessage: (message) => host.messages.push(message),
    showWarningMessage: (message) => host.messages.push(message),
    showInputBox: async () => host.answers.shift(),
  },
  workspace: {
    textDocuments: [],
    workspaceFolders: undefined,
    getConfiguration: () => ({ get: (name, usual) => host.settings[name] ?? usual }),
    onDidOpenTextDocument: events.open.event,
    onDidChangeTextDocument: events.change.event,
    onDidCloseTextDocument: events.close.event,
    applyEdit: async (edit) => {
      for (const [uri, edits] of edit.entries) {
        vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri).apply(edits);
      }
      return true;
    },
  },
};

module.exports = { vscode, host, events, TextDocument };
