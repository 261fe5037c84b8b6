import AgentServer
import Testing

@Suite struct LineReaderTests {
    private static let text = "{\"a\":1}\n\r\n  \nx\n0123456789\nlonger than ten bytes\n[]"
    private static let expected: [LineReader.Event] = [
        .line(Array("{\"a\":1}".utf8)), .line(Array("x".utf8)), .line(Array("0123456789".utf8)), .tooLong,
        .line(Array("[]".utf8)),
    ]

    @Test func `lines are the same however the bytes arrive`() {
        let bytes = Array(Self.text.utf8)
        for size in 1...bytes.count {
            var reader = LineReader(limit: 10)
            var events: [LineReader.Event] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += reader.add(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(events + reader.finish() == Self.expected, "pieces of \(size)")
        }
    }

    @Test func `a line can be split at each place`() {
        let bytes = Array(Self.text.utf8)
        for place in bytes.indices {
            var reader = LineReader(limit: 10)
            let events = reader.add(bytes[..<place]) + reader.add(bytes[place...])
            #expect(events + reader.finish() == Self.expected, "split at \(place)")
        }
    }
}
