import JSONCore
import TestSupport
import Testing

@testable import EditorServer

/// How much of a document the requests read.
struct EffortTests {
    private static let text = (0..<10_000).map { line in
        line % 50 == 0 ? "x = tuner.get(\"area.key\(line)\", 7)\n" : "value = compute(value, \"some text\", \(line))\n"
    }.joined()

    private func editor(_ text: String) -> Editor {
        let editor = Editor(capabilities: [:])
        let keys = stride(from: 0, to: 10_000, by: 50).map { ("area.key\($0)", ["value": 8] as JSONObject) }
        editor.daemon.serve(Dictionary(uniqueKeysWithValues: keys))
        editor.open(text)
        editor.connect()
        return editor
    }

    private func request(_ editor: Editor) -> Int {
        _ = editor.result("textDocument/hover", Editor.at(5_000, 20))
        _ = editor.result("textDocument/completion", Editor.at(5_000, 20))
        _ = editor.elements("textDocument/codeAction", Editor.range((5_000, 0), (5_000, 9)))
        return editor.elements("textDocument/inlayHint", Editor.range((0, 0), (10_000, 0))).count
    }

    @Test func `each version of a document is scanned once, whatever is requested`() throws {
        let editor = editor(Self.text)
        #expect(request(editor) == 200)
        #expect(request(editor) == 200)
        let document = try #require(editor.server.state.documents[Editor.uri])
        #expect(document.scannedBytes == Self.text.utf8.count)
        let change: JSON = ["range": Editor.span((5_001, 0), (5_001, 0)), "text": "a"]
        editor.notify(
            "textDocument/didChange",
            ["textDocument": ["uri": .string(Editor.uri), "version": 2], "contentChanges": [change]]
        )
        #expect(request(editor) == 200)
        #expect(document.scannedBytes == 2 * Self.text.utf8.count + 1)
    }

    @Test func `after a change of one of 200 values, only the hover reads its key`() {
        let editor = editor(Self.text)
        editor.daemon.calls = []
        let change: JSON = ["key": "area.key0", "value": 9, "origin": "local"]
        editor.notifyFromDaemon(
            "tunables.changed",
            [
                "subscription": "t1", "from": 1, "to": 2, "time": "2026-08-06T20:15:00.000Z", "changes": [change],
            ]
        )
        #expect(request(editor) == 200)
        #expect(editor.daemon.calls.filter { $0.hasPrefix("tunables.subscribe") } == [])
        #expect(editor.daemon.calls.filter { $0.hasPrefix("tunables.describe") }.count == 1)
    }

    @Test func `a text of more than 4 MiB has no uses`() throws {
        let long = editor(String(repeating: " ", count: OpenDocument.lengthLimit) + Self.text)
        let document = try #require(long.server.state.documents[Editor.uri])
        #expect(request(long) == 0)
        #expect(document.scannedBytes == 0)
    }
}
