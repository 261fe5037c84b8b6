import BlockingTests
import TestSupport
import Testing

/// Tests that docs/architecture.md names what the source declares.
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

    @Test func `the source declares each member that the page about the architecture names`() throws {
        let sources = try Program(script: Self.script, [ProjectFile.path("Sources")]).wait().output
        let declared = Set(sources.split(separator: "\n"))
        let page = try ProjectFile.text("docs/architecture.md")
        let named = Set(page.matches(of: /`([A-Z][A-Za-z]*\.[a-z][A-Za-z]*)[`(]/).map(\.output.1))
        #expect(named.count > 100)
        #expect(named.subtracting(declared).subtracting(["Package.swift"]).sorted() == [])
    }
}
