import SourceEngine
import SourceFiles
import SystemCore
import TestSupport
import Testing

@Suite struct SourceTreeTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func write(_ text: String, to name: String) throws {
        let path = directory.file(name)
        _ = try KernelFileSystem().createDirectories(Path.directory(of: path), mode: 0o700)
        try KernelFile(try Kernel.open(path, [.write, .create, .truncate], mode: 0o600))
            .writeFully(text.utf8.span, at: 0)
    }

    private func files(in path: String) throws -> [String] {
        var files: [String] = []
        #expect(SourceTree.forEachFile(in: path) { files.append($0) })
        return files.map { $0.replacing(directory.file(""), with: "") }
    }

    @Test func `source files are visited in order, without hidden files, outputs and unknown languages`() throws {
        let names = [
            "b.swift", "a/c.py", "a/.git/d.py", ".hidden.py", "node_modules/e.js", "f.txt", "z/build/g.c", "z/h.yaml",
        ]
        for name in names { try write("x", to: name) }
        try write(String(repeating: "x", count: (1 << 20) + 1), to: "large.py")
        #expect(try files(in: directory.file("")) == ["b.swift", "a/c.py", "z/h.yaml"])
        #expect(try files(in: directory.file(".hidden.py")) == [".hidden.py"])
    }

    @Test func `a project is the nearest directory with its file, or with a repository`() throws {
        try write(#"{"constants": ["x.json"]}"#, to: "top/.tuner/lsp.json")
        try write("x", to: "top/in/deep/a.py")
        try write("x", to: "other/.git/HEAD")
        try write("x", to: "other/in/a.py")
        let top = try ProjectDirectory(containing: directory.file("top/in/deep/a.py"))
        #expect(top.relative(directory.file("top/in/deep/a.py")) == "in/deep/a.py")
        #expect(top.project.isConstants("x.json"))
        let other = try ProjectDirectory(containing: directory.file("other/in"))
        #expect(other.relative(directory.file("other/in/a.py")) == "in/a.py")
        #expect(other.relative(directory.file("top/in/deep/a.py")) == nil)
        #expect(!other.project.isConstants("x.json"))
    }

    @Test func `a wrong file of a project is named`() throws {
        try write("{", to: "top/.tuner/lsp.json")
        #expect(throws: ProjectDirectory.Fault.self) { try ProjectDirectory(containing: directory.file("top")) }
    }
}
