import ClientCore
import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import EditorServer

/// The places of keys in a workspace, and their new names.
struct NavigationTests {
    private let directory: TemporaryDirectory
    private let editor: Editor

    init() throws {
        directory = try TemporaryDirectory()
        editor = Editor(capabilities: [:], root: DocumentURI(path: directory.path).text)
        try write("src/game.swift", #"@Tunable("ui.radius", default: 12) var r: Int"#)
        try write("src/run.sh", "tunerctl get ui.radius\n")
        try write("node_modules/x.js", #"tuner.get("ui.radius", 1)"#)
        try write(".git/x.js", #"tuner.get("ui.radius", 1)"#)
        editor.daemon.serve(["ui.radius": ["value": 18, "spec": ["type": "number"]]])
        editor.open(#"print("ui.radius") // ä"#, uri: uri("src/open.py"))
        editor.connect()
        editor.daemon.calls = []
    }

    private func write(_ name: String, _ text: String) throws {
        let path = directory.file(name)
        try KernelFileSystem().createDirectories(Path.directory(of: path), mode: 0o700)
        let bytes = Array(text.utf8)
        try KernelFileSystem().open(path, [.write, .create, .truncate]).writeFully(bytes.span, at: 0)
    }

    private func uri(_ name: String) -> String { DocumentURI(path: directory.file(name)).text }

    private var position: JSON {
        ["textDocument": ["uri": .string(uri("src/open.py"))], "position": ["line": 0, "character": 10]]
    }

    private func rename(to name: String) -> JSON? {
        guard case .object(var parameters) = position else { return nil }
        parameters["newName"] = .string(name)
        return editor.request("textDocument/rename", .object(parameters))
    }

    @Test func `the definition of a key is the use with its default`() {
        let places = editor.elements("textDocument/definition", position)
        #expect(places.map { $0["uri"] } == [.string(uri("src/game.swift"))])
        #expect(places.first?["range"] == Editor.span((0, 10), (0, 19)))
    }

    @Test func `the references of a key are all uses, with the open content of a document`() throws {
        try write("src/open.py", "nothing")
        let places = editor.elements("textDocument/references", position)
        let expected = ["src/open.py", "src/game.swift", "src/run.sh"].map { JSON.string(uri($0)) }
        #expect(Set(places.compactMap { $0["uri"]?.text }) == Set(expected.compactMap(\.text)))
        #expect(places.count == 3)
    }

    @Test func `a rename edits all uses, and moves the declaration and the value in the daemon`() {
        editor.daemon.serve([
            "ui.radius": [
                "value": 18, "spec": ["type": "number"],
                "layers": [["origin": "local", "value": 18, "valid": true, "wins": true]],
            ]
        ]) { _, _ in .success(["revision": 2, "changed": true, "changes": []]) }
        let edit = rename(to: "ui.corner")?["result"]
        #expect(
            edit?["changes"]?[uri("src/open.py")] == [["range": Editor.span((0, 7), (0, 16)), "newText": "ui.corner"]]
        )
        #expect(edit?["changes"]?[uri("src/run.sh")] != nil)
        #expect(edit?["changes"]?[uri("src/game.swift")] != nil)
        #expect(edit?["changes"]?[uri("node_modules/x.js")] == nil)
        let writes = editor.daemon.calls.filter { $0.hasPrefix("tunables.import") || $0.hasPrefix("tunables.forget") }
        #expect(writes.count == 2)
        #expect(
            writes.first?.hasPrefix(
                #"tunables.import {"values":{"ui.corner":18},"specs":{"ui.corner":{"type":"number"}}"#
            ) == true,
            "\(writes)"
        )
        #expect(writes.last == #"tunables.forget {"key":"ui.radius"}"#)
    }

    @Test(arguments: ["two words", "", "ui.radius.x"])
    func `a name that is not valid, or exists, is refused and changes nothing`(name: String) {
        editor.daemon.serve(["ui.radius": ["value": 18], "ui.radius.x": ["value": 1]])
        #expect(rename(to: name)?["error"]?["code"] == -32_803)
        #expect(editor.daemon.calls.allSatisfy { $0.hasPrefix("tunables.describe") })
    }

    @Test func `a secret key is not renamed`() {
        editor.daemon.serve(["ui.radius": ["value": "x", "secret": true]])
        #expect(rename(to: "ui.corner")?["error"]?["message"] == "ui.radius is secret, so its value cannot be copied")
    }

    @Test func `only a key can be renamed`() {
        #expect(editor.result("textDocument/prepareRename", position)?["placeholder"] == "ui.radius")
        let other: JSON = [
            "textDocument": ["uri": .string(uri("src/open.py"))], "position": ["line": 0, "character": 2],
        ]
        #expect(editor.result("textDocument/prepareRename", other) == .null)
    }
}

extension JSON {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
