import HTTPCore
import JSONCore
import Testing
import WebGateway

@Suite struct RecentBodiesTests {
    private static let tags = OFREPTags(version: "1", caller: "0 web", announcing: nil)

    private let bodies = RecentBodies(tags)

    private static func text(_ key: String) -> String { #"{"context":{"targetingKey":"\#(key)"}}"# }

    /// Returns the tag of the response to a body that was never kept.
    private static func newTag(_ text: String, _ version: String) throws -> OFREPTag {
        try OFREPBulkBody(text.utf8.span, tags).tag(flagsVersion: version)
    }

    private static func parameters(_ body: OFREPBulkBody) -> String {
        var writer = JSONWriter()
        body.write(to: &writer)
        return String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self)
    }

    @Test func `a body that was read before is not read again`() throws {
        let first = try bodies.body(Self.text("ada").utf8.span)
        #expect(try bodies.body(Self.text("ada").utf8.span) === first)
        #expect(try bodies.body(Self.text("eve").utf8.span) !== first)
    }

    @Test func `each version of the flags has another tag of a kept body`() throws {
        let text = Self.text("ada")
        for version in ["e-1", "e-2", "e-2", "e-1", "f-1", ""] {
            #expect(try bodies.body(text.utf8.span).tag(flagsVersion: version) == Self.newTag(text, version))
        }
    }

    @Test func `of more bodies than are kept, each has its own tag and parameters`() throws {
        // The lengths differ, too: the last digit is missing in some.
        let texts = (0..<10 * RecentBodies.count).map { Self.text("user\($0)") }
        for round in 0..<2 {
            for text in texts {
                let body = try bodies.body(text.utf8.span)
                let version = "e-\(round)"
                #expect(try body.tag(flagsVersion: version) == Self.newTag(text, version))
                #expect(Self.parameters(body) == text)
            }
        }
    }

    @Test func `a long body is not kept`() throws {
        func read(_ count: Int) throws -> OFREPBulkBody {
            let text = Self.text(String(repeating: "a", count: count - Self.text("").utf8.count))
            return try bodies.body(text.utf8.span)
        }
        let limit = RecentBodies.longestBody
        #expect(try read(limit) === read(limit))
        #expect(try read(limit + 1) !== read(limit + 1))
    }

    @Test func `a faulty body is refused each time`() throws {
        for _ in 0..<3 {
            for text in ["{", "[]", #"{"context":1}"#] {
                #expect(throws: OFREPFault.self) { try bodies.body(text.utf8.span) }
            }
        }
    }
}
