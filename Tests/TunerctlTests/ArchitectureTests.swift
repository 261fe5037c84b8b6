import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests of docs/architecture.md and of the pages about modules.
@Suite(.blocking) struct ArchitectureTests {
    /// Prints `Type.member` for each type and each member that one file declares.
    private static let script = #"""
        find "$1" -name '*.swift' -exec awk '
            function flush(    type, member) {
                for (type in types) for (member in members) print type "." member
                split("", types)
                split("", members)
            }
            FNR == 1 { flush() }
            { sub(/ *\/\/.*/, "") }
            match($0, /(struct|class|enum|actor|protocol|extension) [A-Za-z.]+/) {
                name = substr($0, RSTART, RLENGTH)
                gsub(/.*[ .]/, "", name)
                types[name]
            }
            match($0, /(func|var|let|case) [A-Za-z]+/) {
                name = substr($0, RSTART, RLENGTH)
                sub(/.* /, "", name)
                members[name]
            }
            /init[?(<]/ { members["init"] }
            END { flush() }
        ' {} + | sort -u
        """#

    private let page: String
    private let modulePages: [String]

    init() throws {
        page = try ProjectFile.text("docs/architecture.md")
        modulePages = try KernelFileSystem().names(in: ProjectFile.path("docs/modules")).sorted()
    }

    @Test func `the source declares each member that the pages about the architecture name`() throws {
        let sources = try Program(script: Self.script, [ProjectFile.path("Sources")]).wait().output
        let declared = Set(sources.split(separator: "\n"))
        let pages = try [page] + modulePages.map { try ProjectFile.text("docs/modules/\($0)") }
        let named = Set(
            pages.flatMap { $0.matches(of: /`([A-Z][A-Za-z]*\.[a-z][A-Za-z]*)[`(]/).map(\.output.1) }
        )
        #expect(named.count > 100)
        #expect(named.subtracting(declared).subtracting(["Package.swift"]).sorted() == [])
    }

    @Test func `a module has at most 320 words in the page about the architecture, and a link to its page`() throws {
        let modules = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Modules\n") })
        let sections = modules.split(separator: "\n### ").dropFirst()
        #expect(sections.count > 20)
        #expect(sections.filter { $0.split(whereSeparator: \.isWhitespace).count > 320 }.map { $0.prefix(40) } == [])
        #expect(modulePages.count > 5)
        #expect(modulePages.filter { !modules.contains("](modules/\($0))") } == [])
    }
}
