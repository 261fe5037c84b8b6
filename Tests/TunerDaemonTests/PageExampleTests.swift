import BlockingTests
import TestSupport
import Testing

/// The examples in the sections of `protocol.md` before the methods, which are not generated.
@Suite(.blocking) struct PageExampleTests {
    /// The lines of each example that is complete and that a fresh daemon can respond to.
    private static func examples() throws -> [[String]] {
        let page = try ProjectFile.text("protocol.md")
        let end = try #require(page.firstRange(of: "\n## Methods\n")?.lowerBound)
        let parts = page[..<end].split(separator: "```", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }.filter { block in
            block.hasPrefix("\n→ ") && !["…", "tunables.export", #""since""#].contains { block.contains($0) }
        }.map { $0.split(separator: "\n").map(String.init) }
    }

    @Test func `the daemon returns the responses of the examples in the protocol page`() throws {
        let examples = try Self.examples()
        #expect(examples.count >= 8)
        for lines in examples {
            let daemon = try DaemonProcess()
            let wire = try daemon.wire()
            var response = ""
            for line in lines {
                let text = String(line.dropFirst(2))
                if line.hasPrefix("→") {
                    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
                    let isMessage = text.hasPrefix("{") || text.hasPrefix("[")
                    try wire.write(isMessage ? text : request(words[0], 1, words.count > 1 ? words[1] : nil))
                    response = wire.read { $0.hasSuffix("\n") }
                } else {
                    let isMessage = text.hasPrefix(#"{"jsonrpc""#) || text.hasPrefix("[")
                    #expect(response == (isMessage ? text : TestSupport.response(1, text)) + "\n", "\(lines)")
                }
            }
        }
    }
}
