import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import EditorServer

/// The lines with the last change of each key.
struct CodeLensTests {
    private func editor(hasLens: Bool, initialization: JSON? = nil) -> Editor {
        var options = EditorOptions()
        options.hasLens = hasLens
        let editor = Editor(options)
        var parameters: JSONObject = ["capabilities": [:]]
        parameters["initializationOptions"] = initialization
        _ = editor.request("initialize", .object(parameters))
        let time = editor.clocks.clocks.wall().rfc3339
        editor.daemon.serve(["ui.radius": ["value": 18]]) { _, _ in
            let change: JSON = ["key": "ui.radius", "old": 12, "value": 18, "origin": "local"]
            return .success(
                [
                    "commits": [
                        [
                            "revision": 1, "time": .string(time), "operation": "tunables.set",
                            "actor": ["client": "vim", "pid": 7, "uid": 1], "changes": [change],
                        ]
                    ]
                ]
            )
        }
        editor.open(#"tuner.get("ui.radius", 12); "other.text""#)
        editor.connect()
        editor.clocks.advance(by: .seconds(3))
        return editor
    }

    private static let parameters: JSON = ["textDocument": ["uri": .string(Editor.uri)]]

    @Test(arguments: [true, false])
    func `the lens of a key has its last change`(byOption: Bool) {
        let editor = editor(hasLens: byOption, initialization: byOption ? nil : ["lens": true])
        let lenses = editor.elements("textDocument/codeLens", Self.parameters)
        #expect(lenses.map { $0["range"] } == [Editor.span((0, 11), (0, 20))])
        let resolved = editor.result("codeLens/resolve", lenses.first ?? .null)
        #expect(resolved?["command"]?["title"] == "12 → 18 by vim, 3 s ago")
    }

    @Test func `there is no lens if it was not asked for`() {
        #expect(editor(hasLens: false).result("textDocument/codeLens", Self.parameters) == .null)
    }
}
