import HTTPCore
import JSONCore
import Testing

@Suite struct TargetTests {
    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: [UInt8](bytes, in: range), as: UTF8.self)
    }

    private static func decoded(_ text: String, isQuery: Bool) throws(PercentFault) -> String {
        var buffer = ByteBuffer()
        buffer.append("-")
        let range = 1..<text.utf8.count + 1
        let bytes = Array(("x" + text + "y").utf8)
        do throws(PercentFault) {
            if isQuery {
                try PercentEncoding.decode(query: range, in: bytes.span, to: &buffer)
            } else {
                try PercentEncoding.decode(path: range, in: bytes.span, to: &buffer)
            }
        } catch {
            #expect([UInt8](buffer) == [UInt8(ascii: "-")], "a fault leaves the buffer as it was")
            throw error
        }
        return String(decoding: [UInt8](buffer).dropFirst(), as: UTF8.self)
    }

    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("a%20b", "a b"), ("%41%4a%4A", "AJJ"), ("%C3%A9", "é"), ("%F0%9F%98%80", "😀"),
        ("%2F%25%2f", "/%/"), ("%2520", "%20"), ("a~b!", "a~b!"), ("%7F%01", "\u{7F}\u{1}"),
    ])
    func `escapes are decoded once`(text: String, expected: String) throws {
        #expect(try Self.decoded(text, isQuery: false) == expected)
        #expect(try Self.decoded(text, isQuery: true) == expected)
    }

    @Test func `a plus sign is a space in a query only`() throws {
        #expect(try Self.decoded("a+b%2B", isQuery: true) == "a b+")
        #expect(try Self.decoded("a+b%2B", isQuery: false) == "a+b+")
    }

    @Test(
        arguments: [
            ("%", .escape(at: 0)), ("a%4", .escape(at: 1)), ("ab%4g", .escape(at: 2)), ("%g4", .escape(at: 0)),
            ("%%41", .escape(at: 0)), ("%+1", .escape(at: 0)), ("a%00", .nul(at: 1)), ("%FF", .notUTF8),
            ("%C3", .notUTF8), ("%C0%80", .notUTF8), ("%ED%A0%80", .notUTF8), ("%C3x", .notUTF8),
        ] as [(String, PercentFault)]
    )
    func `faulty escapes are refused`(text: String, fault: PercentFault) {
        #expect(throws: fault) { try Self.decoded(text, isQuery: false) }
        #expect(throws: fault) { try Self.decoded(text, isQuery: true) }
    }

    @Test(arguments: [
        ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//", ["", ""]), ("/a%2Fb/c", ["a%2Fb", "c"]), ("", []),
        ("*", []), ("/../.", ["..", "."]),
    ])
    func `a path has segments between its slashes`(path: String, expected: [String]) {
        var segments = PathSegments(0..<path.utf8.count)
        var found: [String] = []
        while let segment = segments.next(in: path.utf8.span) {
            found.append(Self.text(path.utf8.span, segment))
        }
        #expect(found == expected)
    }

    @Test func `the rest of a path begins after the segments that were read`() {
        let path = "/tune/a/b"
        var segments = PathSegments(0..<path.utf8.count)
        let whole = Self.text(path.utf8.span, segments.rest)
        #expect(whole == "tune/a/b")
        _ = segments.next(in: path.utf8.span)
        let rest = Self.text(path.utf8.span, segments.rest)
        #expect(rest == "a/b")
        _ = segments.next(in: path.utf8.span)
        _ = segments.next(in: path.utf8.span)
        #expect(segments.rest.isEmpty)
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a=", ["a="]), ("a=b&c=d", ["a=b", "c=d"]), ("&&a&&", ["a"]), ("=b", ["=b"]),
        ("a=b=c", ["a=b=c"]), ("a%26=b", ["a%26=b"]),
    ])
    func `a query has items between its ampersands`(query: String, expected: [String]) {
        var items = QueryItems(0..<query.utf8.count)
        var found: [String] = []
        while let item = items.next(in: query.utf8.span) {
            let value = item.value.map { "=" + Self.text(query.utf8.span, $0) } ?? ""
            found.append(Self.text(query.utf8.span, item.name) + value)
        }
        #expect(found == expected)
    }

    @Test func `a request without a query has no items`() {
        var items = QueryItems(nil)
        let isEmpty = items.next(in: "a=b".utf8.span) == nil
        #expect(isEmpty)
    }
}
