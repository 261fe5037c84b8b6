import JSONCore
import SourceEngine
import TestSupport
import Testing

@testable import EditorServer

/// The content of open documents, after changes of the client.
struct DocumentTests {
    private static let encodings: [(name: String, capabilities: JSON)] = [
        ("utf-16", [:]), ("utf-8", ["general": ["positionEncodings": ["utf-8"]]]),
    ]

    private func content(_ editor: Editor) -> String {
        String(decoding: editor.server.state.documents[Editor.uri]?.text.bytes ?? [], as: UTF8.self)
    }

    private func change(_ editor: Editor, _ changes: JSON...) {
        let document: JSON = ["uri": .string(Editor.uri), "version": 2]
        editor.notify("textDocument/didChange", ["textDocument": document, "contentChanges": .array(changes)])
    }

    private static func edit(_ start: (Int64, Int64), _ end: (Int64, Int64), _ text: String) -> JSON {
        let range: JSON = [
            "start": ["line": .integer(start.0), "character": .integer(start.1)],
            "end": ["line": .integer(end.0), "character": .integer(end.1)],
        ]
        return ["range": range, "text": .string(text)]
    }

    @Test(arguments: encodings)
    func `changes are applied in order, in the negotiated encoding`(name: String, capabilities: JSON) {
        let editor = Editor(capabilities: capabilities)
        editor.open("ä😀b\r\nc")
        // Before the letter b there are 2 + 4 bytes, or 1 + 2 units of UTF-16.
        let column: Int64 = name == "utf-8" ? 6 : 3
        change(editor, Self.edit((0, column), (0, column + 1), "x"), Self.edit((1, 0), (1, 1), "y"))
        #expect(content(editor) == "ä😀x\r\ny")
        change(editor, Self.edit((0, 99), (7, 0), "!"))
        #expect(content(editor) == "ä😀x!")
    }

    @Test func `a change without a range replaces the whole text`() {
        let editor = Editor(capabilities: [:])
        editor.open("a")
        change(editor, ["text": "b\nc"], Self.edit((1, 0), (1, 1), "d"))
        #expect(content(editor) == "b\nd")
    }

    @Test func `a range that ends before its start inserts at its start`() {
        let editor = Editor(capabilities: [:])
        editor.open("abc")
        change(editor, Self.edit((0, 2), (0, 1), "x"))
        #expect(content(editor) == "abxc")
    }

    @Test func `a change of a document that is not open is ignored`() {
        let editor = Editor(capabilities: [:])
        change(editor, ["text": "b"])
        #expect(editor.messages().isEmpty)
        #expect(editor.server.state.documents.all.isEmpty)
    }

    @Test(arguments: [("/a b/ü#.py", "file:///a%20b/%C3%BC%23.py"), ("/x-y_z.~1", "file:///x-y_z.~1")])
    func `a path and its URI have the same meaning`(path: String, uri: String) {
        #expect(DocumentURI(path: path).text == uri)
        #expect(DocumentURI(uri).path == path)
    }

    @Test(arguments: ["untitled:1", "file://%FF", "file:", "https://host/a.py"])
    func `a URI that is no file has no path`(uri: String) {
        #expect(DocumentURI(uri).path == nil)
    }
}
