import JSONCore

/// The method of a request; the letters' case counts.
package enum HTTPMethod: Equatable, Sendable {
    case get
    case head
    case post
    case put
    case delete
    case patch
    case options
    case trace
    case connect
    /// Another token, which is in ``HTTPRequest/methodName``.
    case other

    init(_ name: Range<Int>, in bytes: Span<UInt8>) {
        let text = bytes.extracting(name)
        self =
            switch name.count {
            case 3: HTTPMethod.get.hasName("GET", text) ?? HTTPMethod.put.hasName("PUT", text) ?? .other
            case 4: HTTPMethod.head.hasName("HEAD", text) ?? HTTPMethod.post.hasName("POST", text) ?? .other
            case 5: HTTPMethod.patch.hasName("PATCH", text) ?? HTTPMethod.trace.hasName("TRACE", text) ?? .other
            case 6: HTTPMethod.delete.hasName("DELETE", text) ?? .other
            case 7:
                HTTPMethod.options.hasName("OPTIONS", text) ?? HTTPMethod.connect.hasName("CONNECT", text) ?? .other
            default: .other
            }
    }

    @inline(__always)
    private func hasName(_ name: StaticString, _ text: Span<UInt8>) -> HTTPMethod? {
        name.hasBytes(text) ? self : nil
    }
}
