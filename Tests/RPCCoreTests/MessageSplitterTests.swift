import JSONCore
import RPCCore
import Testing

@Suite struct MessageSplitterTests {
    /// What a splitter has returned for a stream.
    private struct Split: Equatable {
        /// The bodies, each with the lengths of its parts.
        var bodies: [(text: String, parts: [Int])] = []
        var fault: FrameFault?
        var left = 0
        /// Whether a body is incomplete.
        var isInside = false

        static func == (left: Split, right: Split) -> Bool {
            left.bodies.map(\.text) == right.bodies.map(\.text) && left.fault == right.fault
                && left.isInside == right.isInside
        }
    }

    private static func split(_ pieces: [ArraySlice<UInt8>], whole: Int = 8) -> Split {
        var splitter = MessageSplitter(whole: whole)
        var buffer = ByteBuffer()
        var result = Split()
        for piece in pieces {
            buffer.append(Array(piece).span)
            buffer.withBytes { bytes in
                while true {
                    switch splitter.next(in: bytes) {
                    case .part(let range, let part):
                        #expect(!range.isEmpty && part.isFirst != result.isInside)
                        if part.isFirst { result.bodies.append(("", [])) }
                        let text = String(decoding: [UInt8](bytes, in: range), as: UTF8.self)
                        result.bodies[result.bodies.count - 1].text += text
                        result.bodies[result.bodies.count - 1].parts.append(range.count)
                        result.isInside = !part.isLast
                    case .fault(let fault): result.fault = fault
                    case .needsMore: return
                    }
                }
            }
            buffer.removeFirst(splitter.consumed)
            splitter.rebase()
        }
        result.left = buffer.count
        return result
    }

    private static func pieces(_ text: String, of count: Int) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: count).map { bytes[$0..<min($0 + count, bytes.count)] }
    }

    private static func message(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }

    /// A stream, the bodies in it, and the fault behind them.
    static let streams: [(stream: String, bodies: [String], fault: FrameFault?)] = [
        ("", [], nil),
        (message("{}"), ["{}"], nil),
        (
            message("{}") + message("[1]") + message("0123456789abcdef") + message("x"),
            ["{}", "[1]", "0123456789abcdef", "x"], nil
        ),
        ("content-LENGTH:2 \r\nContent-Type: x\r\n\r\n{}" + message("[]"), ["{}", "[]"], nil),
        (message("{") + message("\r\n\r\n"), ["{", "\r\n\r\n"], nil),
        (message("{}") + message("") + message("{}"), ["{}"], .header(.bodyMissing)),
        (message("{}") + "{}\r\n\r\n", ["{}"], .header(.noColon)),
        ("Content-Length: 1x\r\n\r\n{}", [], .header(.notANumber)),
        ("Content-Length: 1\r\nContent-Length: 1\r\n\r\n1", [], .header(.repeatedContentLength)),
        ("Content-Length: 1000000000000000000000000000000\r\n\r\n", [], .tooLong(limit: .max - 1)),
        ("c: " + String(repeating: "x", count: 8_300), [], .headerTooLong(limit: 8 << 10)),
    ]

    @Test(arguments: streams)
    func `the splitter finds the bodies of a stream, in pieces of any length`(
        stream: String,
        bodies: [String],
        fault: FrameFault?
    ) {
        let pieces = [1, 2, 3, 7, 1 << 20].map { Self.split(Self.pieces(stream, of: $0)) }
        for split in pieces {
            #expect(split.bodies.map(\.text) == bodies)
            #expect(split.fault == fault)
            #expect(!split.isInside && split.left == 0)
        }
        let bytes = Array(stream.utf8)
        for position in bytes.indices {
            #expect(Self.split([bytes[..<position], bytes[position...]]) == pieces[0], "split at \(position)")
        }
    }

    @Test func `a body up to the limit is one part, and a longer one is never kept`() {
        let stream = Self.message("12345678") + Self.message("123456789")
        #expect(Self.split(Self.pieces(stream, of: 1)).bodies.map(\.parts) == [[8], .init(repeating: 1, count: 9)])
        #expect(Self.split(Self.pieces(stream, of: 1_000)).bodies.map(\.parts) == [[8], [9]])
    }

    @Test func `an incomplete body is kept up to the limit`() {
        let short = Self.split([Array("Content-Length: 8\r\n\r\n1234567".utf8)[...]])
        #expect(short.bodies.isEmpty && short.left == 7)
        let long = Self.split([Array("Content-Length: 9\r\n\r\n1234567".utf8)[...]])
        #expect(long.bodies.map(\.parts) == [[7]] && long.left == 0 && long.isInside)
    }
}
