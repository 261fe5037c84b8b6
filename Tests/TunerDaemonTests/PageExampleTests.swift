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
            let starts = lines.indices.filter { lines[$0].hasPrefix("→") }
            for (start, end) in zip(starts, starts.dropFirst() + [lines.endIndex]) {
                let texts = lines[start..<end].map { String($0.dropFirst(2)) }
                let words = texts[0].split(separator: " ", maxSplits: 1).map(String.init)
                let isMessage = texts[0].hasPrefix("{") || texts[0].hasPrefix("[")
                try wire.write(isMessage ? texts[0] : request(words[0], 1, words.count > 1 ? words[1] : nil))
                let expected = texts.dropFirst().map { text in
                    let isMessage = text.hasPrefix(#"{"jsonrpc""#) || text.hasPrefix("[")
                    return (isMessage ? text : TestSupport.response(1, text)) + "\n"
                }
                let received = wire.read { text in text.count { $0 == "\n" } >= max(expected.count, 1) }
                // A request without a response in the example is only sent.
                #expect(expected.isEmpty || received == expected.joined(), "\(lines)")
            }
        }
    }
}
