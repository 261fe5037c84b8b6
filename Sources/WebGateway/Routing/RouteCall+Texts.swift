import HTTPCore
import JSONCore

extension RouteCall {
    /// Returns a segment of the path as it is in the URL.
    func rawSegment(_ index: Int, in bytes: Span<UInt8>) -> String {
        String(decoding: [UInt8](bytes, in: segments[index]), as: UTF8.self)
    }

    /// Returns the decoded segment of the path in place of an asterisk of the pattern.
    func segment(_ index: Int, in bytes: Span<UInt8>) throws(PercentFault) -> String {
        var text = ByteBuffer()
        try PercentEncoding.decode(path: segments[index], in: bytes, to: &text)
        return text.withBytes { String(decoding: [UInt8]($0, in: 0..<$0.count), as: UTF8.self) }
    }

    /// Returns the decoded value of the first item of the query with a name; nil without one.
    func parameter(_ name: StaticString, in bytes: Span<UInt8>) throws(PercentFault) -> String? {
        try parameters(name, in: bytes).first
    }

    /// Returns the decoded values of all items of the query with a name, in their order.
    func parameters(_ name: StaticString, in bytes: Span<UInt8>) throws(PercentFault) -> [String] {
        var items = QueryItems(request.query)
        var values: [String] = []
        while let item = items.next(in: bytes) {
            guard bytes.equals(name, ignoringCaseIn: item.name) else { continue }
            var text = ByteBuffer()
            try PercentEncoding.decode(query: item.value ?? 0..<0, in: bytes, to: &text)
            values.append(text.withBytes { String(decoding: [UInt8]($0, in: 0..<$0.count), as: UTF8.self) })
        }
        return values
    }

    /// Returns the world that the query selects with `world=NAME`; nil for the shared state.
    ///
    /// An empty name is the name of no world: a script whose variable is not set must not change the shared state.
    func world(in bytes: Span<UInt8>) throws(PercentFault) -> String? { try parameter("world", in: bytes) }
}
