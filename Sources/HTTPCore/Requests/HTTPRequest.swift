/// The head of a request, as ranges of the received bytes; they are valid until the response has ended.
package struct HTTPRequest: Equatable, Sendable {
    /// How the body of a request is delimited.
    package enum Framing: Equatable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    package internal(set) var method = HTTPMethod.other
    package internal(set) var methodName = 0..<0
    /// The whole request target.
    package internal(set) var target = 0..<0
    /// The path without the query, still percent-encoded; `*` for the target `*`, and empty for a URL without a path.
    package internal(set) var path = 0..<0
    /// The query without its question mark; nil if the target has none.
    package internal(set) var query: Range<Int>?
    /// The host with its port: from the target if it names one, otherwise from the `Host` field.
    package internal(set) var host: Range<Int>?
    /// Whether the version is HTTP/1.1 or a later HTTP/1, and not HTTP/1.0.
    package internal(set) var isVersion11 = false
    package internal(set) var framing = Framing.none
    /// Whether the connection may stay open after the response.
    package internal(set) var keepsAlive = false
    /// Whether the client waits for `100 Continue` before it sends the body.
    package internal(set) var expectsContinue = false
    /// The content of the body, with chunks joined; empty until the whole body has arrived.
    package internal(set) var content = 0..<0

    /// The header fields with their line ends.
    var fields = 0..<0
    /// A bit for each field's name; see ``FieldName``.
    var fieldBits: UInt64 = 0

    init() {}

    /// Whether the body has bytes to receive.
    @inline(__always)
    package var hasBody: Bool { framing != .none && framing != .length(0) }
}
