"use strict";
// Between the objects of the protocol and those of VS Code. Both count columns in UTF-16.

const vscode = require("vscode");

const position = ({ line, character }) => new vscode.Position(line, character);
const range = ({ start, end }) => new vscode.Range(position(start), position(end));
const textEdit = ({ range: place, newText }) => vscode.TextEdit.replace(range(place), newText);
const location = ({ uri, range: place }) => new vscode.Location(vscode.Uri.parse(uri), range(place));

// A protocol range of a VS Code one; they have the same members.
const plainRange = ({ start, end }) => ({
  start: { line: start.line, character: start.character },
  end: { line: end.line, character: end.character },
});

function text(content) {
  if (Array.isArray(content)) return content.map(text);
  return new vscode.MarkdownString(typeof content === "string" ? content : content.value);
}

function inlayHint(hint) {
  const label = typeof hint.label === "string" ? hint.label : hint.label.map((part) => part.value).join("");
  const result = new vscode.InlayHint(position(hint.position), label);
  // VS Code applies the edits after a double-click.
  result.textEdits = hint.textEdits?.map(textEdit);
  result.tooltip = hint.tooltip && text(hint.tooltip);
  result.paddingLeft = hint.paddingLeft;
  result.paddingRight = hint.paddingRight;
  return result;
}

function hover(result) {
  return result && new vscode.Hover(text(result.contents), result.range && range(result.range));
}

function completion(item) {
  // The protocol counts kinds from 1, VS Code from 0.
  const result = new vscode.CompletionItem(item.label, item.kind && item.kind - 1);
  result.detail = item.detail;
  result.documentation = item.documentation && text(item.documentation);
  result.insertText = item.insertText;
  result.filterText = item.filterText;
  result.sortText = item.sortText;
  if (item.textEdit) {
    result.insertText = item.textEdit.newText;
    result.range = range(item.textEdit.range ?? item.textEdit.replace);
  }
  return result;
}

function diagnostic(fault) {
  const result = new vscode.Diagnostic(range(fault.range), fault.message, (fault.severity ?? 1) - 1);
  result.source = fault.source;
  result.code = fault.code;
  // The protocol counts tags from 1, as VS Code does.
  result.tags = fault.tags;
  return result;
}

// The diagnostic as the server has sent it, as far as it needs it.
function plainDiagnostic(fault) {
  const { message, source, code, severity } = fault;
  return { range: plainRange(fault.range), message, source, code, severity: severity + 1 };
}

function workspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  const changes = Object.entries(edit.changes ?? {});
  for (const { textDocument, edits } of edit.documentChanges ?? []) changes.push([textDocument.uri, edits]);
  for (const [uri, edits] of changes) result.set(vscode.Uri.parse(uri), edits.map(textEdit));
  return result;
}

function codeAction(action) {
  // A command alone is an action, too.
  if (typeof action.command === "string") return action;
  const kind = action.kind && vscode.CodeActionKind.Empty.append(action.kind);
  const result = new vscode.CodeAction(action.title, kind);
  result.edit = action.edit && workspaceEdit(action.edit);
  result.command = action.command;
  result.isPreferred = action.isPreferred;
  return result;
}

// The lens keeps its source, with which VS Code asks for the text.
function codeLens(lens) {
  return Object.assign(new vscode.CodeLens(range(lens.range), lens.command), { source: lens });
}

function color({ range: place, color: { red, green, blue, alpha } }) {
  return new vscode.ColorInformation(range(place), new vscode.Color(red, green, blue, alpha));
}

function colorPresentation(presentation) {
  const result = new vscode.ColorPresentation(presentation.label);
  result.textEdit = presentation.textEdit && textEdit(presentation.textEdit);
  return result;
}

module.exports = {
  codeAction, codeLens, color, colorPresentation, completion, diagnostic, hover, inlayHint, location, plainDiagnostic,
  plainRange, position, range, textEdit, workspaceEdit,
};
