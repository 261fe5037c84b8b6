import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests that `.ci/platforms` finds names of one system, but only where the source is for both.
@Suite(.blocking) struct PlatformsTests {
    @Test(
        arguments: [
            ("SystemCore/a.swift", "_ = epoll_create1(0)\n", ["1: epoll_create1"]),
            ("SystemCore/a.swift", "#if os(Linux)\n_ = epoll_create1(0)\n#else\nkqueue()\n#endif\n", []),
            ("SystemCore/a.swift", "#if os(Linux)\nkqueue()\n#else\ngettid()\n#endif\n", ["2: kqueue", "4: gettid"]),
            ("SystemCore/a.swift", "#if !os(Linux)\nkqueue()\n#endif\n", []),
            ("SystemCore/a.swift", "#if os(Linux)\n#if DEBUG\neventfd(0, 0)\n#endif\n#endif\n", []),
            ("SystemCore/a.swift", "import Glibc\n", ["1: Glibc"]),
            ("SystemCore/a.swift", "// fdatasync\nattempt(\"fdatasync\") {}\nmy_eventfd()\n", []),
            ("CSystem/a.c", "#ifndef __linux__\nkqueue();\n#else\naccept4();\n#endif\n", []),
            ("CSystem/a.c", "fcntl(file, F_FULLFSYNC);\n", ["1: F_FULLFSYNC"]),
            ("TunerDaemon/a.swift", "#if canImport(Glibc)\nimport Glibc\n#else\nimport Darwin\n#endif\n", []),
            ("TunerDaemon/a.swift", "\n#if os(Linux)\nlet a = 1\n#endif\n", ["2: #if"]),
            ("TunerDaemon/a.swift", "read(\"/proc/self/stat\")\n", ["1: /proc"]),
        ] as [(String, String, [String])]
    )
    func `a name of one system is found in sources of both`(name: String, text: String, found: [String]) throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("Sources/\(name)")
        let files = KernelFileSystem()
        try files.createDirectories(Path.directory(of: path), mode: 0o700)
        try files.open(path, [.write, .create]).writeFully(Array(text.utf8).span, at: 0)
        let result = try Program(ProjectFile.path(".ci/platforms"), [directory.path]).wait()
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == found.count, "\(result)")
        #expect(zip(lines, found).allSatisfy { $0.hasPrefix("Sources/\(name):\($1): ") }, "\(result)")
        #expect(result.code == (found.isEmpty ? 0 : 1), "\(result)")
    }
}
