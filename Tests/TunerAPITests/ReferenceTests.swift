import SystemCore
import TestSupport
import Testing
import TunerAPI

@Suite struct ReferenceTests {
    private static let begin = "<!-- methods: written by the declarations -->\n"
    private static let end = "<!-- end of methods -->\n"

    /// With `TUNER_WRITE_REFERENCE` in the environment the page is written instead of compared.
    @Test func `the protocol lists the methods as they are declared`() throws {
        let page = try ProjectFile.text("protocol.md")
        let start = try #require(page.firstRange(of: Self.begin)?.upperBound)
        let stop = try #require(page.firstRange(of: Self.end)?.lowerBound)
        let expected = "\n\(API.reference)\n"
        if Kernel.environment("TUNER_WRITE_REFERENCE") != nil {
            try ProjectFile.write("protocol.md", page[..<start] + expected + page[stop...])
        } else {
            #expect(
                page[start..<stop] == expected,
                "TUNER_WRITE_REFERENCE=1 swift test --filter ReferenceTests writes it"
            )
        }
    }
}
