import ClientCore
import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import EditorServer

/// The flags that are the same for everybody for 30 days.
struct StaleFlagTests {
    private static let code = #"if tuner.flag("ui.menu", False) and x: pass"#

    private func editor(
        _ flag: JSONObject = [:],
        code: String = Self.code,
        uri: String = "file:///work/demo.py"
    ) -> Editor {
        let editor = Editor(capabilities: [:])
        let time = editor.clocks.clocks.wall().rfc3339
        editor.daemon.serve([:], flags: ["ui.menu": ["value": true, "variant": "on"]]) { method, _ in
            switch method {
            case "tunables.history":
                let commit: JSON = [
                    "revision": 1, "time": .string(time), "actor": ["client": "vim", "pid": 7, "uid": 1],
                    "operation": "flags.set", "changes": [], "flags": [["key": "ui.menu", "variant": "on"]],
                ]
                return .success(["commits": [commit]])
            case "flags.get":
                var result: JSONObject = ["key": "ui.menu", "origin": "local", "definition": ["state": "ENABLED"]]
                for member in flag.members { result[member.name] = member.value }
                return .success(.object(result))
            default: return .success(true)
            }
        }
        editor.open(code, uri: uri)
        editor.connect()
        return editor
    }

    private func diagnostics(_ editor: Editor) -> [JSON] {
        let last = editor.messages().last { $0["method"] == "textDocument/publishDiagnostics" }
        guard case .array(let diagnostics)? = last?["params"]?["diagnostics"] else { return [] }
        return diagnostics
    }

    /// Lets days pass, and a value change that checks the documents again.
    private func pass(days: Int64, _ editor: Editor) {
        editor.clocks.advance(by: .seconds(days * 86_400))
        editor.server.state.live.whenChanged(.declarations)
        editor.server.advance()
    }

    private func actions(_ editor: Editor, uri: String = "file:///work/demo.py") -> [JSON] {
        let parameters: JSON = [
            "textDocument": ["uri": .string(uri)], "range": Editor.span((0, 16), (0, 16)),
            "context": ["diagnostics": []],
        ]
        return editor.elements("textDocument/codeAction", parameters)
    }

    @Test func `a flag is stale after 30 days, and its call can be replaced by the value`() {
        let editor = editor()
        pass(days: 29, editor)
        #expect(diagnostics(editor).isEmpty)
        #expect(actions(editor).isEmpty)
        pass(days: 1, editor)
        let message: JSON = "ui.menu has been true for everybody for 30 d; replace the call by true"
        #expect(diagnostics(editor).map { $0["message"] } == [message])
        let edit: JSON = ["range": Editor.span((0, 3), (0, 31)), "newText": "True"]
        let edits = actions(editor).map { $0["edit"]?["changes"]?["file:///work/demo.py"] }
        #expect(edits == [[edit]])
    }

    @Test(
        arguments: [
            #"{"definition":{"targeting":{"if":[true,"on"]}}}"#,
            #"{"override":{"variant":"on","origin":"local","valid":true,"end":"2026-08-06T21:00:00.000Z"}}"#,
            #"{"override":{"variant":"on","origin":"world","valid":true}}"#,
            #"{"limited":[{"source":"manual","match":["*"]}]}"#,
        ]
    )
    func `a flag that can have another value is not stale`(flag: String) throws {
        guard case .object(let flag) = try JSON.parse(flag) else { return }
        let editor = editor(flag)
        pass(days: 40, editor)
        #expect(diagnostics(editor).isEmpty)
        #expect(actions(editor).isEmpty)
    }

    @Test func `a change of the flag makes it new`() {
        let editor = editor()
        let change: JSON = ["key": "ui.menu", "value": false, "old": true, "variant": "off", "reason": "STATIC"]
        editor.notifyFromDaemon(
            "flags.changed",
            [
                "subscription": "f1", "from": 1, "to": 2, "time": "2026-08-06T20:15:00.000Z",
                "changes": [change],
            ]
        )
        pass(days: 40, editor)
        #expect(diagnostics(editor).isEmpty)
    }

    @Test func `a rule that is added later ends the remark`() {
        let editor = editor()
        pass(days: 40, editor)
        #expect(diagnostics(editor).count == 1)
        editor.daemon.finish("server.subscribe", .success(Self.server))
        let respond = editor.daemon.respond
        editor.daemon.respond = { method, parameters in
            guard method == "flags.get" else { return respond(method, parameters) }
            let rule: JSON = ["targeting": ["if": [true, "on"]]]
            return .success(["key": "ui.menu", "origin": "local", "definition": rule])
        }
        editor.notifyFromDaemon("server.changed", ["subscription": "v1", "flagsVersion": "b"])
        editor.pass()
        editor.pass()
        #expect(diagnostics(editor).isEmpty)
        #expect(actions(editor).isEmpty)
    }

    static let server: JSON = [
        "subscription": "v1", "version": "0.1.0", "pid": 99, "uptime": 3.5, "socket": "s", "state": "s",
        "epoch": "a1b2", "revision": 0, "durability": "sync", "limited": ["on": false, "by": []], "tunables": 0,
        "flags": 0, "layers": 0, "worlds": 0, "connections": 1, "subscriptions": 1, "storage": ["ok": true],
        "flagsVersion": "a", "limits": [:],
    ]

    @Test func `a flag of Swift has no replacement, because its call is not the value`() {
        let uri = "file:///work/demo.swift"
        let editor = editor(code: #"let menu = Flag("ui.menu", default: false)"#, uri: uri)
        pass(days: 40, editor)
        #expect(diagnostics(editor).count == 1)
        #expect(actions(editor, uri: uri).isEmpty)
    }
}
