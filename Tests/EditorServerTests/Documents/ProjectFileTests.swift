import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import EditorServer

/// The file `.tuner/lsp.json` above a document.
struct ProjectFileTests {
    private let directory: TemporaryDirectory
    private let editor = Editor(capabilities: [:])

    init() throws {
        directory = try TemporaryDirectory()
        editor.daemon.serve(["ui.radius": ["value": 18]])
        editor.connect()
    }

    private func write(_ text: String) throws {
        try KernelFileSystem().createDirectories(directory.file(".tuner"), mode: 0o700)
        let bytes = Array(text.utf8)
        try KernelFileSystem().open(directory.file(".tuner/lsp.json"), [.write, .create, .truncate])
            .writeFully(bytes.span, at: 0)
    }

    private func labels(_ name: String, _ text: String) -> [JSON?] {
        let uri = DocumentURI(path: directory.file(name)).text
        editor.open(text, uri: uri)
        let range = Editor.span((0, 0), (9, 0))
        return editor.elements("textDocument/inlayHint", ["textDocument": ["uri": .string(uri)], "range": range])
            .map { $0["label"] }
    }

    @Test func `the nearest file above a document has further call shapes and constants`() throws {
        try write(#"{"shapes": [{"tunable": "live(KEY, VALUE"}], "constants": ["conf/*.json"]}"#)
        #expect(labels("src/deep/a.py", #"live("ui.radius", 12)"#) == ["→ 18"])
        #expect(labels("src/conf/a.json", #"{"ui": {"radius": 12}}"#) == [])
        #expect(labels("conf/a.json", #"{"ui": {"radius": 12}}"#) == ["→ 18"])
    }

    @Test func `a script without an extension has the language that the editor names`() {
        let range = Editor.span((0, 0), (9, 0))
        for (language, count) in [("shellscript", 1), ("plaintext", 0)] {
            let uri = DocumentURI(path: directory.file("run-\(language)")).text
            let item: JSON = [
                "uri": .string(uri), "languageId": .string(language), "version": 1, "text": "tunerctl get ui.radius",
            ]
            editor.notify("textDocument/didOpen", ["textDocument": item])
            let parameters: JSON = ["textDocument": ["uri": .string(uri)], "range": range]
            #expect(editor.elements("textDocument/inlayHint", parameters).count == count)
        }
    }

    @Test func `a faulty file is reported once, and the usual shapes apply`() throws {
        try write(#"{"shape": []}"#)
        #expect(labels("a.py", #"tuner.get("ui.radius", 12)"#) == ["→ 18"])
        editor.open("b", uri: DocumentURI(path: directory.file("a.py")).text)
        #expect(editor.messages().filter { $0["method"] == "window/showMessage" }.isEmpty)
        let fresh = Editor(capabilities: [:])
        fresh.open("a", uri: DocumentURI(path: directory.file("a.py")).text)
        fresh.open("b", uri: DocumentURI(path: directory.file("b.py")).text)
        let shown = fresh.messages().filter { $0["method"] == "window/showMessage" }
        let file = directory.file(".tuner/lsp.json")
        #expect(
            shown.map { $0["params"]?["message"] } == [
                .string("\(file) has the unknown member shape; did you mean shapes?")
            ]
        )
    }
}
