"use strict";
// The features of the server, as providers of VS Code.

const vscode = require("vscode");
const convert = require("./convert.js");

const selector = [{ scheme: "file" }, { scheme: "untitled" }];

// Registers what the server can do. `send` sends a request; `changed` has the events of changed hints and lenses.
function register(capabilities, send, changed) {
  const at = (document, position) => ({ textDocument: { uri: document.uri.toString() }, position });
  const within = (document, range) => ({
    textDocument: { uri: document.uri.toString() },
    range: convert.plainRange(range),
  });
  const list = (result, make) => (result?.items ?? result ?? []).map(make);
  const { languages } = vscode;

  const providers = {
    inlayHintProvider: () =>
      languages.registerInlayHintsProvider(selector, {
        onDidChangeInlayHints: changed.hints,
        provideInlayHints: async (document, range, token) =>
          list(await send("textDocument/inlayHint", within(document, range), token), convert.inlayHint),
      }),
    hoverProvider: () =>
      languages.registerHoverProvider(selector, {
        provideHover: async (document, position, token) =>
          convert.hover(await send("textDocument/hover", at(document, position), token)),
      }),
    completionProvider: () =>
      languages.registerCompletionItemProvider(
        selector,
        {
          provideCompletionItems: async (document, position, token) =>
            list(await send("textDocument/completion", at(document, position), token), convert.completion),
        },
        ...(capabilities.completionProvider.triggerCharacters ?? [])
      ),
    codeActionProvider: () =>
      languages.registerCodeActionsProvider(selector, {
        provideCodeActions: async (document, range, context, token) => {
          const diagnostics = context.diagnostics.filter((fault) => fault.source === "tuner");
          const params = {
            ...within(document, range),
            context: {
              diagnostics: diagnostics.map(convert.plainDiagnostic),
              only: context.only && [context.only.value],
            },
          };
          return list(await send("textDocument/codeAction", params, token), convert.codeAction);
        },
      }),
    colorProvider: () =>
      languages.registerColorProvider(selector, {
        provideDocumentColors: async (document, token) =>
          list(
            await send("textDocument/documentColor", { textDocument: { uri: document.uri.toString() } }, token),
            convert.color
          ),
        provideColorPresentations: async ({ red, green, blue, alpha }, { document, range }, token) => {
          const params = { ...within(document, range), color: { red, green, blue, alpha } };
          return list(await send("textDocument/colorPresentation", params, token), convert.colorPresentation);
        },
      }),
    codeLensProvider: () =>
      languages.registerCodeLensProvider(selector, {
        onDidChangeCodeLenses: changed.lenses,
        provideCodeLenses: async (document, token) => {
          const params = { textDocument: { uri: document.uri.toString() } };
          return list(await send("textDocument/codeLens", params, token), convert.codeLens);
        },
        resolveCodeLens: async (lens, token) => convert.codeLens(await send("codeLens/resolve", lens.source, token)),
      }),
    definitionProvider: () =>
      languages.registerDefinitionProvider(selector, {
        provideDefinition: async (document, position, token) => {
          const result = await send("textDocument/definition", at(document, position), token);
          return list(result && [result].flat(), convert.location);
        },
      }),
    referencesProvider: () =>
      languages.registerReferenceProvider(selector, {
        provideReferences: async (document, position, context, token) =>
          list(
            await send("textDocument/references", { ...at(document, position), context }, token),
            convert.location
          ),
      }),
    renameProvider: () =>
      languages.registerRenameProvider(selector, {
        provideRenameEdits: async (document, position, newName, token) => {
          const edit = await send("textDocument/rename", { ...at(document, position), newName }, token);
          return edit && convert.workspaceEdit(edit);
        },
      }),
  };
  return Object.keys(providers)
    .filter((name) => capabilities[name])
    .map((name) => providers[name]());
}

module.exports = { register };
