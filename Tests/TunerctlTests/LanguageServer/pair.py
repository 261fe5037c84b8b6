"""Uses `tunerctl lsp --with clangd` as an editor does: pair.py TUNERCTL COMMAND DIRECTORY

The script prints what it receives from the two servers, then ends the process of the other one.
"""
import asyncio
import os
import signal
import subprocess
import sys

from lsprotocol import types as lsp
from pytest_lsp import client_capabilities
from pytest_lsp.client import make_test_lsp_client

tunerctl, command, directory = sys.argv[1:]
path = os.path.join(directory, "demo.c")
uri = "file://" + path
document = lsp.TextDocumentIdentifier(uri)


def descendants(pid):
    """The processes that a process has started, and those that they have started: clangd can be a script."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        children = [int(word) for word in file.read().split()]
    return children + [other for child in children for other in descendants(child)]


def place(line, column):
    return lsp.TextDocumentPositionParams(document, lsp.Position(line, column))


async def session():
    client = make_test_lsp_client()
    @client.feature(lsp.WORKSPACE_SEMANTIC_TOKENS_REFRESH)
    @client.feature(lsp.WORKSPACE_INLAY_HINT_REFRESH)
    def refresh(parameters):
        pass

    async def until(codes):
        # The response to a request comes after the notifications before it.
        while sorted(item.code for item in client.diagnostics.get(uri, [])) != codes:
            await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(3, 40)))
        print("diagnostics", codes)

    await client.start_io(tunerctl, "lsp", "--with", command)
    root = "file://" + directory
    result = await client.initialize_session(
        lsp.InitializeParams(capabilities=client_capabilities("visual-studio-code"), root_uri=root)
    )
    print("server", result.server_info.name)
    print("commands", "tuner.set" in result.capabilities.execute_command_provider.commands)
    text = open(path).read()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "c", 1, text)))
    await until(["undeclared_var_use", "unknown-key"])

    hover = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(3, 40)))
    print("hover", "**game.x** = `18`" in hover.contents.value)
    hover = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(3, 21)))
    print("hover", "function" in hover.contents.value, "game.x" in hover.contents.value)
    definition = await client.text_document_definition_async(lsp.DefinitionParams(document, lsp.Position(3, 21)))
    found = definition if isinstance(definition, list) else [definition]
    print("definition", [item.range.start.line for item in found])
    span = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, span))
    labels = [hint.label if isinstance(hint.label, str) else hint.label[0].value for hint in hints]
    print("hints", "→ 18" in labels, "key:" in labels)

    change = lsp.TextDocumentContentChangePartial(span_of(text, "nowhere"), "12")
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, uri), [change])
    )
    await until(["unknown-key"])

    for other in descendants(client._server.pid):
        os.kill(other, signal.SIGKILL)
    while not client.messages:
        await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(3, 40)))
    print("message", client.messages[0].message)
    hover = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(3, 40)))
    print("hover", "**game.x** = `18`" in hover.contents.value)
    await client.shutdown_session()
    await client.stop()


def span_of(text, word):
    """The range of a word."""
    for line, content in enumerate(text.split("\n")):
        if word in content:
            start = content.index(word)
            return lsp.Range(lsp.Position(line, start), lsp.Position(line, start + len(word)))


asyncio.run(asyncio.wait_for(session(), 300))
