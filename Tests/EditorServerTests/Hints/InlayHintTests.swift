import ClientCore
import JSONCore
import TestSupport
import Testing

@testable import EditorServer

/// The hints with live values, and when they are refreshed.
struct InlayHintTests {
    private static let refreshing: JSON = ["workspace": ["inlayHint": ["refreshSupport": true]]]
    private static let code = """
        @Tunable("ui.radius", default: 12) var radius: Int
        let scale = tuner.get("ui.scale", 1.5) // ä "ui.title"
        print("ui.title")
        """

    private func editor() -> Editor {
        let editor = Editor(capabilities: Self.refreshing)
        editor.daemon.respond = { method, parameters in
            switch (method, parameters["key"]) {
            case ("tunables.subscribe", _):
                .success(
                    [
                        "subscription": "t1", "epoch": "e", "revision": 1, "resumed": false,
                        "values": ["ui.radius": 18, "ui.scale": 1.5, "ui.title": "Tomato"],
                    ]
                )
            case ("flags.subscribe", _): .success(["subscription": "f1", "epoch": "e", "revision": 1, "flags": []])
            case ("server.subscribe", _): nil
            case ("tunables.describe", "ui.radius"?): .success(Self.description("ui.radius", 18))
            case ("tunables.describe", "ui.scale"?): .success(Self.description("ui.scale", 1.5))
            case ("tunables.describe", "ui.title"?): .success(Self.description("ui.title", "Tomato"))
            case ("tunables.describe", _): .failure(.unknownKey("there is no such key"))
            default: .success(true)
            }
        }
        return editor
    }

    private static func description(_ key: String, _ value: JSON) -> JSON {
        ["key": .string(key), "value": value, "origin": "local", "revision": 1, "layers": []]
    }

    private func changed(_ changes: JSON...) -> JSON {
        [
            "subscription": "t1", "from": 1, "to": 2, "time": "2026-08-06T20:15:00.000Z",
            "actor": ["client": "vim", "pid": 7, "uid": 1], "changes": .array(changes),
        ]
    }

    private func hints(_ editor: Editor, lines: ClosedRange<Int64> = 0...9) -> [JSON] {
        let range: JSON = [
            "start": ["line": .integer(lines.lowerBound), "character": 0],
            "end": ["line": .integer(lines.upperBound), "character": 0],
        ]
        let parameters: JSON = ["textDocument": ["uri": .string(Editor.uri)], "range": range]
        guard case .array(let hints)? = editor.result("textDocument/inlayHint", parameters) else { return [] }
        return hints
    }

    private func labels(_ editor: Editor) -> [JSON?] { hints(editor).map { $0["label"] } }

    @Test func `a hint shows a live value that differs from the default, and accepting it edits the default`() {
        let editor = editor()
        editor.open(Self.code)
        editor.connect()
        let hints = hints(editor)
        #expect(hints.map { $0["label"] } == ["→ 18", #"= "Tomato""#])
        #expect(hints[0]["position"] == ["line": 0, "character": 33])
        #expect(hints[0]["tooltip"] == "local")
        let range: JSON = ["start": ["line": 0, "character": 31], "end": ["line": 0, "character": 33]]
        #expect(hints[0]["textEdits"] == [["range": range, "newText": "18"]])
        #expect(hints[1]["position"] == ["line": 2, "character": 16])
        #expect(hints[1]["textEdits"] == nil)
    }

    @Test func `only the hints in the requested range are returned`() {
        let editor = editor()
        editor.open(Self.code)
        editor.connect()
        #expect(hints(editor, lines: 1...1).isEmpty)
        #expect(hints(editor, lines: 0...0).count == 0)
        #expect(hints(editor, lines: 0...1).count == 1)
    }

    @Test func `a change refreshes the hints at once, and further changes at most once in each interval`() {
        let editor = editor()
        editor.open(Self.code)
        editor.connect()
        func refreshes() -> Int { editor.messages().filter { $0["method"] == "workspace/inlayHint/refresh" }.count }
        #expect(refreshes() == 1)
        editor.pass()
        editor.notifyFromDaemon("tunables.changed", changed(["key": "ui.radius", "value": 20, "origin": "local"]))
        #expect(refreshes() == 1)
        #expect(labels(editor) == ["→ 20", #"= "Tomato""#])
        #expect(hints(editor)[0]["tooltip"] == "local, set by vim")
        editor.pass()
        for value in 21...30 {
            let change: JSON = ["key": "ui.radius", "value": .integer(Int64(value)), "origin": "local"]
            editor.notifyFromDaemon("tunables.changed", changed(change))
        }
        #expect(refreshes() == 1)
        #expect(editor.server.deadline != nil)
        editor.pass()
        #expect(refreshes() == 1)
        #expect(editor.server.deadline == nil)
    }

    @Test func `a temporary value has a hint with its end, which cannot be accepted`() {
        let editor = editor()
        editor.open(Self.code)
        editor.connect()
        let end = "2026-08-06T21:00:00.000Z"
        let change: JSON = ["key": "ui.radius", "value": 20, "origin": "local", "end": .string(end)]
        editor.notifyFromDaemon("tunables.changed", changed(change))
        #expect(hints(editor)[0]["tooltip"] == .string("local, set by vim, temporary until \(end)"))
        #expect(hints(editor)[0]["textEdits"] == nil)
    }

    @Test func `a secret value is not shown`() {
        let editor = editor()
        editor.open(Self.code)
        editor.connect()
        let change: JSON = ["key": "ui.radius", "value": 20, "origin": "local", "secret": true]
        editor.notifyFromDaemon("tunables.changed", changed(change))
        #expect(hints(editor)[0]["label"] == #"→ "(secret)""#)
        #expect(hints(editor)[0]["textEdits"] == nil)
    }

    @Test func `without a daemon there are no hints, and after a loss no more`() {
        let editor = editor()
        editor.open(Self.code)
        #expect(labels(editor).isEmpty)
        editor.connect()
        #expect(labels(editor).count == 2)
        let none: [UInt8] = []
        editor.server.handle(.lost(.dropped), none.span)
        #expect(labels(editor).isEmpty)
        editor.connect()
        #expect(labels(editor).count == 2)
    }

    @Test func `the server subscribes to exactly the keys of the open documents`() {
        let editor = editor()
        editor.connect()
        editor.open("let a = 1")
        #expect(editor.daemon.calls.isEmpty)
        editor.open(#"tuner.get("b.b"); print("a.a")"#)
        #expect(editor.daemon.calls.contains(#"tunables.subscribe {"keys":["a.a","b.b"],"initial":true}"#))
        editor.daemon.calls = []
        editor.open(#"tuner.get("c.c")"#)
        #expect(editor.daemon.calls.contains(#"tunables.subscribe {"keys":["c.c"],"initial":true}"#))
        #expect(editor.daemon.calls.contains(#"tunables.unsubscribe {"subscription":"t1"}"#))
        editor.daemon.calls = []
        editor.notify("textDocument/didClose", ["textDocument": ["uri": .string(Editor.uri)]])
        #expect(
            editor.daemon.calls == [
                #"tunables.unsubscribe {"subscription":"t1"}"#, #"flags.unsubscribe {"subscription":"f1"}"#,
            ]
        )
    }
}
