import JSONCore
import TestSupport
import Testing

@testable import EditorServer

/// The proposals of keys and values.
struct CompletionTests {
    private func editor(_ text: String) -> Editor {
        let editor = Editor(capabilities: [:])
        let level: JSONObject = [
            "value": "low", "spec": ["type": "string", "default": "low", "enum": ["low", "high"]],
        ]
        editor.daemon.serve(["ui.level": level, "ui.on": ["value": true, "spec": ["type": "boolean"]]]) { method, _ in
            switch method {
            case "tunables.list":
                let listed: JSON = [
                    "key": "ui.level", "value": "low", "origin": "default", "revision": 1,
                    "spec": ["description": "The level."],
                ]
                let secret: JSON = ["key": "ui.token", "value": "x", "origin": "local", "revision": 1, "secret": true]
                return .success(["revision": 1, "tunables": [listed, secret], "more": true])
            case "flags.list":
                let flags: [JSON] = ["ui.menu", "vi.menu"].map { key in
                    [
                        "key": key, "type": "boolean", "state": "ENABLED", "variants": ["on", "off"],
                        "origin": "local",
                    ]
                }
                return .success(["revision": 1, "flags": .array(flags)])
            default: return .success(true)
            }
        }
        editor.open(text)
        editor.connect()
        editor.daemon.calls = []
        return editor
    }

    private func list(_ editor: Editor, _ line: Int64, _ character: Int64) -> JSON? {
        editor.result("textDocument/completion", Editor.at(line, character))
    }

    private func items(_ list: JSON?) -> [JSON] {
        guard case .array(let items)? = list?["items"] else { return [] }
        return items
    }

    @Test func `keys with the typed beginning replace the whole key`() {
        let editor = editor(#"let a = "ui.lel""#)
        let list = list(editor, 0, 12)
        #expect(list?["isIncomplete"] == true)
        #expect(items(list).map { $0["label"] } == ["ui.level", "ui.token", "ui.menu"])
        #expect(items(list)[0]["detail"] == "low (default)")
        #expect(items(list)[0]["documentation"] == "The level.")
        #expect(items(list)[0]["textEdit"] == ["range": Editor.span((0, 9), (0, 15)), "newText": "ui.level"])
        #expect(items(list)[1]["detail"] == "(secret) (local)")
        #expect(items(list)[2]["detail"] == "flag (on, off)")
        #expect(
            editor.daemon.calls == [
                #"tunables.list {"match":["ui.*"],"limit":100}"#, #"flags.list {"limit":100,"after":"ui."}"#,
            ]
        )
    }

    @Test func `an empty string has all keys, and code outside of a string none`() {
        let editor = editor(#"let a = """#)
        #expect(items(list(editor, 0, 9)).count == 4)
        #expect(list(editor, 0, 5) == .null)
    }

    @Test func `the values of an enum replace the default, in its style`() {
        let editor = editor("tuner.get(\"ui.level\", \"l\")\ntuner.get(\"ui.on\", false)")
        let values = items(list(editor, 0, 23))
        #expect(values.map { $0["label"] } == ["low", "high"])
        #expect(values[0]["detail"] == "default")
        #expect(values[1]["textEdit"] == ["range": Editor.span((0, 22), (0, 25)), "newText": #""high""#])
        #expect(items(list(editor, 1, 21)).map { $0["label"] } == ["true", "false"])
    }
}
