"""Uses `tunerctl lsp` as an editor does: session.py PROFILE TUNERCTL DIRECTORY

The client of pytest-lsp has the capabilities of PROFILE, and fails if the server sends what that client does not support.
DIRECTORY has the sources. The script prints what it receives.
"""
import asyncio
import os
import subprocess
import sys
import warnings

from lsprotocol import types as lsp
from pytest_lsp import LspSpecificationWarning, client_capabilities
from pytest_lsp.client import make_test_lsp_client

profile, tunerctl, directory = sys.argv[1:]
path = os.path.join(directory, "demo.py")
uri = "file://" + path
document = lsp.TextDocumentIdentifier(uri)
warnings.simplefilter("error", LspSpecificationWarning)


def control(*words):
    return subprocess.run([tunerctl, *words], check=True, capture_output=True, text=True).stdout.strip()


def span(line, start, end):
    return lsp.Range(lsp.Position(line, start), lsp.Position(line, end))


def edited(text, edits):
    """Returns the text after edits of one line each; the columns are those of ASCII."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
        line = lines[edit.range.start.line]
        start, end = edit.range.start.character, edit.range.end.character
        lines[edit.range.start.line] = line[:start] + edit.new_text + line[end:]
    return "\n".join(lines)


async def session():
    client = make_test_lsp_client()
    refreshed = asyncio.Event()

    @client.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)
    def refresh(parameters):
        refreshed.set()

    @client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
    def refresh_lenses(parameters):
        pass

    text = open(path).read()
    await client.start_io(tunerctl, "lsp", "--lens")
    capabilities = client_capabilities(profile)
    root = "file://" + directory
    parameters = lsp.InitializeParams(
        capabilities=capabilities,
        root_uri=root,
        workspace_folders=[lsp.WorkspaceFolder(root, "demo")],
        client_info=lsp.ClientInfo("pytest", "1"),
    )
    result = await client.initialize_session(parameters)
    print("encoding", lsp.PositionEncodingKind(result.capabilities.position_encoding).value)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "python", 1, text)))

    async def hints():
        # The column of the second line depends on the encoding.
        ask = lsp.InlayHintParams(document, lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0)))
        found = await client.text_document_inlay_hint_async(ask)
        return [(hint.position.line, hint.position.character, hint.label) for hint in found or []], found

    async def until(expected):
        while True:
            refreshed.clear()
            seen, found = await hints()
            if [label for _, _, label in seen] == expected:
                return seen, found
            if capabilities.workspace.inlay_hint and capabilities.workspace.inlay_hint.refresh_support:
                await refreshed.wait()

    seen, found = await until(["→ 18", "→ 1.5"])
    print("hints", seen)
    print("baked", edited(text, found[0].text_edits).split("\n")[0])
    # Each request waits for a response, so the notifications before it have arrived.
    while len(client.diagnostics.get(uri, [])) < 2:
        await hints()
    print("diagnostics", [(d.range.start.line, d.code, d.message) for d in client.diagnostics[uri]])

    control("set", "ui.radius", "20")
    seen, _ = await until(["→ 20", "→ 1.5"])
    print("changed", seen[0])

    at = lsp.Position(0, 18)
    hover = await client.text_document_hover_async(lsp.HoverParams(document, at))
    print("hover", hover.contents.kind.value, hover.contents.value.split("\n")[0])
    completion = await client.text_document_completion_async(lsp.CompletionParams(document, at))
    print("completion", [item.label for item in completion.items if item.detail and not item.detail.startswith("flag")])
    definition = await client.text_document_definition_async(lsp.DefinitionParams(document, at))
    print("definition", [(os.path.basename(place.uri), place.range.start.line) for place in definition])
    context = lsp.ReferenceContext(include_declaration=True)
    references = await client.text_document_references_async(lsp.ReferenceParams(context, document, at))
    print("references", sorted((os.path.basename(place.uri), place.range.start.line) for place in references))
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
    lens = await client.code_lens_resolve_async(lenses[0])
    print("lens", lens.command.title.split(",")[0])

    ask = lsp.CodeActionParams(document, span(0, 18, 18), lsp.CodeActionContext([]))
    actions = await client.text_document_code_action_async(ask)
    print("actions", [action.title for action in actions])
    # lsprotocol takes an action with a command for a command, so the script repeats its name.
    execute = lsp.ExecuteCommandParams("tuner.set", ["ui.radius", 12])
    await client.workspace_execute_command_async(execute)
    print("set", control("get", "ui.radius"), control("history", "1").split()[2].split("[")[0])

    colors = await client.text_document_document_color_async(lsp.DocumentColorParams(document))
    ask = lsp.ColorPresentationParams(document, lsp.Color(0.0, 0.5, 1.0, 1.0), colors[0].range)
    shown = await client.text_document_color_presentation_async(ask)
    print("color", colors[0].range.start.line, colors[0].color.red, shown[0].text_edit.new_text)
    change = lsp.TextDocumentContentChangePartial(text=shown[0].text_edit.new_text, range=colors[0].range)
    identity = lsp.VersionedTextDocumentIdentifier(version=2, uri=uri)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(identity, [change]))
    while (await client.text_document_document_color_async(lsp.DocumentColorParams(document)))[0].color.blue != 1:
        pass
    while control("get", "ui.tint") != "#0080ff":
        pass
    print("picked", control("get", "ui.tint"))

    rename = await client.text_document_rename_async(lsp.RenameParams(position=at, new_name="ui.corner", text_document=document))
    print("rename", sorted((os.path.basename(name), len(edits)) for name, edits in rename.changes.items()))
    print("renamed", control("get", "ui.corner"), "ui.radius" in control("list"))

    await client.shutdown_session()
    print("exit", client._server.returncode)
    await client.stop()


asyncio.run(asyncio.wait_for(session(), 50))
