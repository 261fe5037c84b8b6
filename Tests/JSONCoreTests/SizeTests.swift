import JSONCore
import Testing

/// Tests of the size limit, which does not depend on the spelling of a value.
@Suite struct SizeTests {
    @Test(arguments: [
        ("[0,0,0]", 7), ("[0,0,\n\t 0 ]", 7), (#"{"a":"b"}"#, 9), (#" { "a" : "b" } "#, 9), ("true", 4),
        ("[1e0,-2.50]", 5),
        (#""abc""#, 5), (#""\u0061bc""#, 3), (#"["\\","\"",null]"#, 12),
    ])
    func `the size counts no byte that a shorter spelling could omit`(text: String, size: Int) throws {
        let limits = try [size - 1, size].filter { try Self.exceeds(text, $0) }
        #expect(limits == [size - 1])
    }

    @Test(arguments: 0..<200)
    func `a value is never larger than its shortest text`(seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        // A spelling of an object may repeat a name, and each occurrence counts.
        let value = JSON.array((0..<20).map { _ in random.value(depth: 0) })
        var shortest = ByteBuffer()
        try shortest.append(json: value)
        let text = random.text(of: value)
        #expect(try !Self.exceeds(text, shortest.count))
    }

    private static func exceeds(_ text: String, _ limit: Int) throws -> Bool {
        try JSON.check(text.utf8.span).exceeds(limit, in: text.utf8.span)
    }
}
