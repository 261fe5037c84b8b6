import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests that `.ci/words` finds refused words, but only where people read them.
@Suite(.blocking) struct WordsTests {
    @Test(
        arguments: [
            ("Sources/a.swift", "/// A client that is told.\n", ["1: told"]),
            ("Sources/a.swift", "let a = 1  // It goes\n// on.\n", ["2: goes on"]),
            ("Sources/a.swift", "print(\"who asks\")\n", ["1: who asks"]),
            ("Sources/a.swift", "let text = \"\"\"\n    It comes\n    to nothing.\n    \"\"\"\n", ["3: comes to"]),
            ("Sources/a.swift", "let told = answers\n", []),
            ("Sources/a.swift", "/// It goes\nlet on = 1\n", []),
            ("Sources/a.swift", "/// It goes\n///\n/// on.\n", []),
            ("Sources/a.c", "/* The sum comes\n * to nothing. */\nint told;\n", ["2: comes to"]),
            ("Sources/a.c", "int a; /* told */\nint told;\n", ["1: told"]),
            ("Tests/a.swift", "@Test func `a client is told`() {}\nprint(\"told\")\n", ["1: told"]),
            ("page.md", "The owner lends memory, which lies there.\n", ["1: lends"]),
            ("page.md", "It comes\nto nothing.\n", ["2: comes to"]),
            ("page.md", "It comes\n\nto nothing.\n- It goes\n- on\n", []),
            ("page.md", "Run `tell` and `folder`.\n", []),
            ("run", "# It is told.\n", ["1: told"]),
            ("run", "echo \"told $a\"\n", ["1: told"]),
            ("run", "[ -n 1 ] || fail 'told'\n", ["1: told"]),
            ("run", "a=1 # told\n", ["1: told"]),
            ("run", "told=1; grep told \"$told\"\n", []),
            ("a.service.in", "Description=It answers\nExecStart=answer\n", ["1: answers"]),
        ] as [(String, String, [String])]
    )
    func `a refused word is found where people read it`(name: String, text: String, found: [String]) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        let files = KernelFileSystem()
        try files.createDirectories(Path.directory(of: path), mode: 0o700)
        try files.open(path, [.write, .create]).writeFully(Array(text.utf8).span, at: 0)
        let result = try Program(ProjectFile.path(".ci/words"), [directory.path]).wait()
        let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("\(name):") }
        #expect(lines.count == found.count, "\(result)")
        #expect(zip(lines, found).allSatisfy { $0.hasPrefix("\(name):\($1): ") }, "\(result)")
        #expect(result.code == (found.isEmpty ? 0 : 1), "\(result)")
    }
}
