import HTTPCore
import JSONCore

/// A request whose head, and body if it has one, has arrived.
final class ParsedRequest {
    private var connection = HTTPConnection()
    private var input = ByteBuffer()

    /// Parses a request from its lines, without the line ends and the empty line.
    init(_ lines: [String], body: String = "") {
        input.append(text: (lines + ["", body]).joined(separator: "\r\n"))
        if connection.next(in: &input, at: 0) == .head {
            connection.acceptBody(limit: 1 << 20)
            _ = connection.next(in: &input, at: 0)
        }
        precondition(connection.fault == nil, "the test's request is valid: \(lines)")
    }

    var request: HTTPRequest { connection.request }

    func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result { input.withBytes { body($0) } }

    func text(_ range: Range<Int>) -> String {
        input.withBytes { String(decoding: [UInt8]($0, in: range), as: UTF8.self) }
    }
}
