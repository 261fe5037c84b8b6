extension SwiftBlock {
    /// Whether the block is a part of a `Package.swift`.
    var isManifest: Bool { lines.first?.hasPrefix("dependencies:") == true }

    /// Whether the block is a whole file of tests.
    var isTest: Bool { lines.first == "import Testing" }

    /// The block as a manifest.
    var manifest: String {
        """
        import PackageDescription
        let package = Package(
        name: "game",
        \(code)
        )
        """
    }

    /// Returns a program that runs all blocks in order and prints each check that fails.
    ///
    /// The program uses `home` instead of the directory `/home/me` of the blocks.
    static func program(of blocks: [SwiftBlock], home: String) -> String {
        let functions = blocks.enumerated().map { $1.function(named: "block\($0)") }
        let calls = blocks.enumerated().map { "await run(\"\($1.file):\($1.line)\", checks: \($1.checks), block\($0))" }
        return ([SnippetContext.source] + functions + calls + ["finish()"]).joined(separator: "\n\n")
            .replacing("/home/me", with: home)
    }

    /// The numbers of the lines that are checks.
    private var checks: [Int] {
        lines.indices.filter { SwiftBlock.check(lines[$0]) != nil }.map { line + $0 }
    }

    private var sourceLocation: String { "#sourceLocation(file: \"\(file)\", line: \(line))" }

    private func function(named name: String) -> String {
        let context = SnippetContext.parts.first { code.contains($0.marker) }
        return """
            @MainActor func \(name)() async throws {
            \(context?.before ?? "")
            do {
            \(sourceLocation)
            \(lines.map(SwiftBlock.statement).joined(separator: "\n"))
            #sourceLocation()
            }
            \(context?.after ?? "")
            }
            """
    }

    /// Returns a line for the body of a function.
    private static func statement(_ line: String) -> String {
        line.trimmed == "import TunerClient" ? "" : check(line) ?? line
    }

    /// Returns the check that a line `// Prints "…"` or `#expect(…)` means; nil for any other line.
    private static func check(_ line: String) -> String? {
        let text = line.trimmed
        if text.hasPrefix("// Prints \""), text.hasSuffix("\"") {
            return "expectPrinted(#\"\(text.dropFirst(11).dropLast())\"#)"
        }
        return text.hasPrefix("#expect(") ? String(text.dropFirst()) : nil
    }
}
