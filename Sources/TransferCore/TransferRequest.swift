/// An HTTP request that ``Transfers`` sends.
package struct TransferRequest {
    /// The URL, whose scheme is `http` or `https`.
    package var url: String
    /// The fields of the header, without a line end in a name or a value.
    package var fields: [(name: String, value: String)] = []
    /// The body of a POST; nil for a GET.
    package var body: [UInt8]?
    /// The longest time from the start to the end of the response; nil for no limit.
    package var wholeTime: Duration?
    /// The limit for the bytes of the response's body, without compression.
    package var mostBytes = 16 << 20
    /// Whether the server may compress the body, which is passed on without compression.
    package var acceptsCompression = true
    /// Whether the request uses HTTP/1.1, so that it never shares a connection with a request that has no response yet.
    package var hasOwnConnection = false
    /// The path of a file with the certificates to trust for `https`; nil for those of the system.
    package var certificates: String?
    /// Called with each piece of the body, for a response without an end; without it, the response has the whole body.
    package var whenReceived: ((Span<UInt8>) -> Void)?

    package init(_ url: String) { self.url = url }

    /// The scheme of the URL in lowercase.
    package var scheme: String { String(url.prefix { $0 != ":" }).lowercased() }
}
