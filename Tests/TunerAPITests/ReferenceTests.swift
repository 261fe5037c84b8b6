import SystemCore
import TestSupport
import Testing
import TunerAPI

@Suite struct ReferenceTests {
    /// The generated parts of `protocol.md`, each between two comments that have its name.
    private static let parts = [
        ("methods", API.reference), ("notifications", API.notificationReference), ("errors", API.errorReference),
    ]

    /// Writes the page instead of comparing it if `TUNER_WRITE_REFERENCE` is in the environment.
    @Test func `the generated parts of the protocol page match the declarations`() throws {
        let page = try ProjectFile.text("protocol.md")
        var expected = page
        for (name, text) in Self.parts {
            let start = try #require(expected.firstRange(of: "<!-- \(name): generated -->\n")?.upperBound)
            let end = try #require(expected.firstRange(of: "<!-- end of \(name) -->\n")?.lowerBound)
            expected.replaceSubrange(start..<end, with: "\n\(text)\n")
        }
        if Kernel.environment("TUNER_WRITE_REFERENCE") != nil {
            try ProjectFile.write("protocol.md", expected)
        } else {
            #expect(page == expected, "TUNER_WRITE_REFERENCE=1 swift test --filter ReferenceTests writes it")
        }
    }
}
