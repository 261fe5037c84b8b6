import JSONCore
import TestSupport
import Testing

@testable import EditorServer

/// The colors in defaults, and the color picker.
struct DocumentColorTests {
    private static let code = ##"tuner.get("ui.tint", "#FF8000"); tuner.get("ui.name", "#000000"); "ui.tint""##

    private func editor() -> Editor {
        let editor = Editor(capabilities: [:])
        editor.daemon.serve([
            "ui.tint": ["value": "#000000", "spec": ["type": "string", "format": "color"]],
            "ui.name": ["value": "a", "spec": ["type": "string"]],
        ])
        editor.open(Self.code)
        editor.connect()
        editor.daemon.calls = []
        return editor
    }

    private func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> JSON {
        ["red": .double(red), "green": .double(green), "blue": .double(blue), "alpha": .double(alpha)]
    }

    private func pick(_ editor: Editor, _ color: JSON) -> [JSON] {
        let range = Editor.span((0, 21), (0, 30))
        return editor.elements(
            "textDocument/colorPresentation",
            ["textDocument": ["uri": .string(Editor.uri)], "color": color, "range": range]
        )
    }

    private func change(_ editor: Editor, _ text: String) {
        let document: JSON = ["uri": .string(Editor.uri), "version": 2]
        let change: JSON = ["range": Editor.span((0, 21), (0, 30)), "text": .string(text)]
        editor.notify("textDocument/didChange", ["textDocument": document, "contentChanges": [change]])
    }

    @Test func `only the default of a color has a color`() {
        let colors = editor().elements("textDocument/documentColor", ["textDocument": ["uri": .string(Editor.uri)]])
        #expect(colors.map { $0["range"] } == [Editor.span((0, 21), (0, 30))])
        #expect(colors.first?["color"]?["red"] == 1.0)
        #expect(colors.first?["color"]?["green"] == .double(128.0 / 255))
        #expect(colors.first?["color"]?["alpha"] == 1.0)
    }

    @Test func `a picked color keeps the style of the old one`() {
        let presentations = pick(editor(), color(0, 0.5, 1))
        #expect(presentations.map { $0["label"] } == ["#0080FF"])
        let edit: JSON = ["range": Editor.span((0, 21), (0, 30)), "newText": ##""#0080FF""##]
        #expect(presentations.first?["textEdit"] == edit)
        #expect(pick(editor(), color(0, 0.5, 1, 0.5)).map { $0["label"] } == ["#0080FF80"])
    }

    @Test func `a picked color that the document receives is set in the daemon`() {
        let editor = editor()
        _ = pick(editor, color(0, 0.5, 1))
        #expect(editor.daemon.calls.isEmpty)
        change(editor, ##""#0080FF""##)
        let sets = editor.daemon.calls.filter { $0.hasPrefix("tunables.set") }
        #expect(sets.count == 1)
        #expect(sets.first?.hasPrefix(##"tunables.set {"key":"ui.tint","value":"#0080FF""##) == true, "\(sets)")
    }

    @Test func `a typed color is not set`() {
        let editor = editor()
        change(editor, ##""#0080FF""##)
        #expect(editor.daemon.calls.filter { $0.hasPrefix("tunables.set") } == [])
    }
}
