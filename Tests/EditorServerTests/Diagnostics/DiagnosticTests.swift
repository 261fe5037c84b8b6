import ClientCore
import JSONCore
import TestSupport
import Testing

@testable import EditorServer

/// The remarks about keys and defaults.
struct DiagnosticTests {
    private static let tunables: [String: JSONObject] = [
        "ui.radius": ["value": 12, "spec": ["type": "number", "maximum": 40, "deprecated": true]],
        "ui.free": ["value": 3],
    ]

    private func editor(_ text: String, uri: String = Editor.uri) -> Editor {
        let editor = Editor(capabilities: [:])
        editor.daemon.serve(Self.tunables, flags: ["ui.menu": ["value": true, "variant": "on"]])
        editor.open(text, uri: uri)
        return editor
    }

    /// The diagnostics of the last notification; nil if there is none.
    private func published(_ editor: Editor) -> [JSON]? {
        let last = editor.messages().last { $0["method"] == "textDocument/publishDiagnostics" }
        guard case .array(let diagnostics)? = last?["params"]?["diagnostics"] else { return nil }
        return diagnostics
    }

    private func summary(_ diagnostic: JSON) -> String {
        guard case .string(let code)? = diagnostic["code"], case .string(let message)? = diagnostic["message"],
            case .integer(let severity)? = diagnostic["severity"],
            case .integer(let column)? = diagnostic["range"]?["start"]?["character"]
        else { return "incomplete" }
        return "\(column) \(severity) \(code): \(message)"
    }

    @Test(
        arguments: [
            (#"tuner.get("ui.radus", 1)"#, ["11 2 unknown-key: there is no such key"]),
            (#"tuner.get("quite.other", 1)"#, ["11 3 unknown-key: there is no such key"]),
            (#"tuner.flag("ui.men", true)"#, ["12 2 unknown-flag: there is no flag ui.men"]),
            (
                #"tuner.get("ui.radius", 41)"#,
                ["11 4 deprecated: ui.radius is deprecated", "23 2 out-of-range: ui.radius must be at most 40, got 41"]
            ),
            (
                #"tuner.get("ui.radius", "x")"#,
                [
                    "11 4 deprecated: ui.radius is deprecated",
                    "23 2 type-mismatch: ui.radius must be a number, got a string",
                ]
            ),
            (#"tuner.get("ui.free", true)"#, ["21 2 type-mismatch: ui.free must be a number, got a boolean"]),
            (#"tuner.flag("ui.menu", 3)"#, ["22 2 type-mismatch: ui.menu must be true or false, got a number"]),
        ]
    )
    func `a wrong key or default has a diagnostic`(text: String, expected: [String]) {
        let editor = editor(text)
        editor.connect()
        #expect(published(editor)?.map(summary) == expected)
    }

    @Test(arguments: [#""quite.other""#, #"tuner.get("ui.free", compute())"#, #"tuner.flag("ui.menu", false)"#])
    func `a string that names no key, and a correct use, have none`(text: String) {
        let editor = editor(text)
        editor.connect()
        #expect(published(editor) == nil)
    }

    @Test func `the values of a file of constants are checked`() {
        let editor = editor(#"{"ui": {"radius": 41, "radus": 1}}"#, uri: "file:///work/tunables.json")
        editor.connect()
        let expected = [
            "9 4 deprecated: ui.radius is deprecated", "18 2 out-of-range: ui.radius must be at most 40, got 41",
            "23 2 unknown-key: there is no such key",
        ]
        #expect(published(editor)?.map(summary) == expected)
    }

    @Test func `a string that becomes the key of a call is checked`() {
        let editor = editor(#"print("ui.radus")"#)
        editor.connect()
        #expect(published(editor) == nil)
        editor.open(#"tuner.get("ui.radus")"#)
        #expect(published(editor)?.count == 1)
    }

    @Test func `without a daemon there are no diagnostics, and a loss removes them`() {
        let editor = editor(#"tuner.get("ui.radus")"#)
        #expect(published(editor) == nil)
        editor.connect()
        #expect(published(editor)?.count == 1)
        editor.pass()
        let none: [UInt8] = []
        editor.server.handle(.lost(.dropped), none.span)
        editor.server.advance()
        #expect(published(editor)?.isEmpty == true)
    }

    @Test func `a change of the text publishes the diagnostics anew, and the end of the document removes them`() {
        let editor = editor(#"tuner.get("ui.radus")"#)
        editor.connect()
        #expect(published(editor)?.count == 1)
        let document: JSON = ["uri": .string(Editor.uri), "version": 2]
        editor.notify("textDocument/didChange", ["textDocument": document, "contentChanges": [["text": "1"]]])
        #expect(published(editor)?.isEmpty == true)
        editor.notify("textDocument/didChange", ["textDocument": document, "contentChanges": [["text": "2"]]])
        #expect(published(editor) == nil)
        editor.open(#"tuner.get("ui.radus")"#)
        #expect(published(editor)?.count == 1)
        editor.notify("textDocument/didClose", ["textDocument": ["uri": .string(Editor.uri)]])
        #expect(published(editor)?.isEmpty == true)
    }
}
