import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import EditorServer

/// The texts at keys.
struct HoverTests {
    private static let markdown: JSON = ["textDocument": ["hover": ["contentFormat": ["markdown", "plaintext"]]]]
    private static let radius: JSONObject = [
        "value": 18, "end": "2026-08-06T21:00:00.000Z", "next": 12,
        "spec": ["type": "number", "default": 12, "maximum": 40, "description": "The *radius*.", "deprecated": true],
        "declaredBy": ["client": "game", "pid": 1, "uid": 1],
        "readers": [
            ["client": "game", "pid": 1, "state": "applied"],
            ["client": "vim", "pid": .integer(Int64(Kernel.processID)), "state": "unknown"],
        ],
    ]

    private func editor(_ capabilities: JSON) -> Editor {
        let editor = Editor(capabilities: capabilities)
        let time = editor.clocks.clocks.wall().rfc3339
        editor.daemon.serve(
            ["ui.radius": Self.radius, "api.token": ["value": "hunter2", "secret": true]],
            flags: ["ui.menu": ["value": true, "variant": "on"]]
        ) { method, parameters in
            switch method {
            case "tunables.history":
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
            case "flags.get":
                return .success(
                    [
                        "key": "ui.menu", "origin": "local",
                        "definition": [
                            "state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off",
                            "targeting": ["if": [["==": [["var": "tier"], "gold"]], "on"]],
                        ],
                    ]
                )
            default: return .success(true)
            }
        }
        editor.open(#"tuner.get("ui.radius", 12); tuner.flag("ui.menu"); "api.token"; "no.key""#)
        editor.connect()
        editor.clocks.advance(by: .seconds(3))
        return editor
    }

    private func text(_ editor: Editor, at character: Int64) -> JSON? {
        editor.result("textDocument/hover", Editor.at(0, character))?["contents"]?["value"]
    }

    @Test func `a hover has the value, the declaration, the readers and the last changes`() {
        let editor = editor(Self.markdown)
        let hover = editor.result("textDocument/hover", Editor.at(0, 14))
        #expect(hover?["range"] == Editor.span((0, 11), (0, 20)))
        #expect(hover?["contents"]?["kind"] == "markdown")
        #expect(
            hover?["contents"]?["value"] == #"""
                **ui.radius** = `18` (local)

                The \*radius\*.

                - until 2026-08-06T21:00:00.000Z, then `12`
                - deprecated
                - declared with type `number`, default `12`, maximum `40`, by game
                - read by game\[1\] (applied)

                - `12 → 18` by vim, 3 s ago

                """#
        )
    }

    @Test func `a client without Markdown receives plain text`() {
        let editor = editor([:])
        guard case .string(let text)? = text(editor, at: 14) else { return #expect(Bool(false), "no text") }
        #expect(text.hasPrefix("ui.radius = 18 (local)\n\nThe *radius*.\n\n- until"))
        #expect(text.hasSuffix("- 12 → 18 by vim, 3 s ago\n"))
    }

    @Test func `the hover of a flag has its variants and its rule`() {
        #expect(
            text(editor(Self.markdown), at: 42) == #"""
                **ui.menu** = `true` (flag, STATIC)

                - on: `true` (in effect without a context)
                - off: `false` (default)

                ```json
                {
                  "if": [
                    {
                      "==": [
                        {
                          "var": "tier"
                        },
                        "gold"
                      ]
                    },
                    "on"
                  ]
                }
                ```

                """#
        )
    }

    @Test func `the hover of a secret key does not have its value`() {
        guard case .string(let text)? = text(editor(Self.markdown), at: 55) else {
            return #expect(Bool(false), "no text")
        }
        #expect(text.hasPrefix("**api.token** = `(secret)` (local)\n"))
        #expect(!text.contains("hunter2"))
    }

    @Test func `there is no hover at other texts`() {
        let editor = editor(Self.markdown)
        #expect(editor.result("textDocument/hover", Editor.at(0, 2)) == .null)
        #expect(editor.result("textDocument/hover", Editor.at(0, 67)) == .null)
    }

    @Test func `a cancelled request has one response, also after the daemon has responded`() {
        let editor = Editor(capabilities: [:])
        editor.daemon.serve(["ui.radius": ["value": 1]]) { _, _ in nil }
        editor.open(#"tuner.get("ui.radius")"#)
        editor.connect()
        let id = editor.start("textDocument/hover", Editor.at(0, 14))
        editor.notify("$/cancelRequest", ["id": .integer(id)])
        #expect(editor.messages().filter { $0["id"] == .integer(id) }.map { $0["error"]?["code"] } == [-32_800])
        editor.daemon.finish("tunables.history", .success(["commits": []]))
        #expect(editor.messages().isEmpty)
    }
}
