import ClientCore
import JSONCore
import TestSupport
import Testing

@testable import EditorServer

/// The offered changes, and the commands that change the daemon.
struct CodeActionTests {
    private static let code = """
        tuner.get("ui.radius", 0x0C)
        tuner.get("ui.name", 'tomato')
        tuner.get("ui.radus", 1)
        """

    private func editor() -> Editor {
        let editor = Editor(capabilities: [:])
        editor.daemon.serve([
            "ui.radius": ["value": 18, "spec": ["type": "number"]],
            "ui.name": ["value": "basil", "origin": "layer:herbs"],
        ])
        editor.open(Self.code, uri: "file:///work/demo.py")
        editor.connect()
        editor.daemon.calls = []
        return editor
    }

    private func actions(_ editor: Editor, line: Int64, only: [JSON]? = nil) -> [JSON] {
        var context: JSONObject = ["diagnostics": []]
        context["only"] = only.map { .array($0) }
        let parameters: JSON = [
            "textDocument": ["uri": "file:///work/demo.py"], "range": Editor.span((line, 12), (line, 12)),
            "context": .object(context),
        ]
        return editor.elements("textDocument/codeAction", parameters)
    }

    private func edits(_ action: JSON?) -> JSON? { action?["edit"]?["changes"]?["file:///work/demo.py"] }

    @Test func `a value is baked in the style of the default`() {
        let actions = actions(editor(), line: 0)
        #expect(
            actions.map { $0["title"] } == [
                "Bake 0x12 as the default of ui.radius", "Set ui.radius to 12", "Reset ui.radius",
                "Bake all 2 live values of this file",
            ]
        )
        #expect(edits(actions[0]) == [["range": Editor.span((0, 23), (0, 27)), "newText": "0x12"]])
        #expect(
            edits(actions[3]) == [
                ["range": Editor.span((0, 23), (0, 27)), "newText": "0x12"],
                ["range": Editor.span((1, 21), (1, 29)), "newText": "'basil'"],
            ]
        )
    }

    @Test func `a key that is not declared can be declared, and a misspelled one be replaced`() {
        let editor = editor()
        #expect(actions(editor, line: 1).map { $0["title"] }.contains("Declare ui.name with the default \"tomato\""))
        let repairs = actions(editor, line: 2)
        #expect(
            repairs.prefix(2).map { $0["title"] } == ["Replace by ui.radius", "Declare ui.radus with the default 1"]
        )
        #expect(edits(repairs[0]) == [["range": Editor.span((2, 11), (2, 19)), "newText": "ui.radius"]])
    }

    @Test(
        arguments: [
            ("refactor", 3), ("refactor.inline", 1), ("source", 1), ("source.bakeAll.tuner", 1), ("quickfix", 0),
            ("refactor.in", 0),
        ]
    )
    func `only the wanted kinds are returned`(kind: String, count: Int) {
        #expect(actions(editor(), line: 0, only: [.string(kind)]).count == count)
    }

    @Test(
        arguments: [
            ("tuner.set", #"["ui.radius",12]"#, #"tunables.set {"key":"ui.radius","value":12"#),
            ("tuner.reset", #"["ui.radius"]"#, #"tunables.reset {"key":"ui.radius""#),
            (
                "tuner.declare", #"["ui.radius",12]"#,
                #"tunables.declare {"key":"ui.radius","spec":{"type":"number","default":12}"#
            ),
        ]
    )
    func `a command calls the daemon`(command: String, arguments: String, call: String) throws {
        let editor = editor()
        let parameters: JSON = ["command": .string(command), "arguments": try JSON.parse(arguments)]
        editor.daemon.respond = { _, _ in
            .success(["key": "ui.radius", "value": 12, "revision": 1, "changed": true, "changes": []])
        }
        #expect(editor.request("workspace/executeCommand", parameters)?["result"] != nil)
        #expect(editor.daemon.calls.count == 1)
        #expect(editor.daemon.calls[0].hasPrefix(call), "\(editor.daemon.calls)")
    }

    @Test func `a command that the daemon refuses has its message`() {
        let editor = editor()
        editor.daemon.respond = { _, _ in .failure(.unknownKey("ui.radius must be at most 40, got 99")) }
        let parameters: JSON = ["command": "tuner.set", "arguments": ["ui.radius", 99]]
        let error = editor.request("workspace/executeCommand", parameters)?["error"]
        #expect(error?["code"] == -32_803)
        #expect(error?["message"] == "ui.radius must be at most 40, got 99")
    }

    @Test(
        arguments: [
            ("tuner.other", "[]"), ("tuner.set", "[]"), ("tuner.set", #"["a"]"#), ("tuner.declare", #"["a",null]"#),
        ]
    )
    func `a command with other arguments is refused`(command: String, arguments: String) throws {
        let editor = editor()
        let parameters: JSON = ["command": .string(command), "arguments": try JSON.parse(arguments)]
        #expect(editor.request("workspace/executeCommand", parameters)?["error"]?["code"] == -32_602)
        #expect(editor.daemon.calls.isEmpty)
    }

    @Test(arguments: [
        #"x = "; tuner.get('a', 'it'); tuner.get('b', 1) // '"#, "tuner.get('a', 'it'); tuner.get('b', 1)",
    ])
    func `all values are baked only if the new text has each of them`(code: String) {
        let editor = Editor(capabilities: [:])
        editor.daemon.serve([
            "a": ["value": #"""#, "spec": ["type": "string"]], "b": ["value": 2, "spec": ["type": "integer"]],
        ])
        let uri = "file:///work/demo.js"
        editor.open(code, uri: uri)
        editor.connect()
        let range = Editor.span((0, 0), (0, Int64(code.utf8.count)))
        let parameters: JSON = ["textDocument": ["uri": .string(uri)], "range": range, "context": ["diagnostics": []]]
        let titles = editor.elements("textDocument/codeAction", parameters).compactMap { $0["title"] }
        #expect(titles.contains("Bake 2 as the default of b"))
        #expect(titles.contains("Bake all 2 live values of this file") == code.hasPrefix("tuner"))
    }

    @Test func `a secret value is neither baked nor set`() {
        let editor = Editor(capabilities: [:])
        editor.daemon.serve(["ui.token": ["value": "x", "secret": true, "spec": ["type": "string"]]])
        editor.open(#"tuner.get("ui.token", "y")"#)
        editor.connect()
        let actions = editor.elements("textDocument/codeAction", Editor.range((0, 0), (0, 20)))
        #expect(actions.map { $0["title"] } == ["Reset ui.token"])
    }
}
