import HTTPCore
import JSONCore

/// Calls `body` with a request that has these header fields, each a line, and with the bytes of the request.
func withRequest<Result>(
    _ fields: [String] = [],
    method: String = "GET",
    _ body: (HTTPRequest, Span<UInt8>) throws -> Result
) rethrows -> Result {
    var connection = HTTPConnection()
    var input = ByteBuffer()
    let head = ["\(method) / HTTP/1.1", "Host: a"] + fields + ["", ""]
    input.append(text: head.joined(separator: "\r\n"))
    guard connection.next(in: &input, at: 0) == .request else { fatalError("a test has a faulty request") }
    let request = connection.request
    return try input.withBytes { bytes in try body(request, bytes) }
}
