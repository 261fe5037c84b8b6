/// The items of a query, `name=value` with `&` between them, still percent-encoded; empty items are left out.
package struct QueryItems {
    private var position: Int
    private let end: Int

    package init(_ query: Range<Int>?) {
        position = query?.lowerBound ?? 0
        end = query?.upperBound ?? 0
    }

    /// Returns the next item; the value is nil without an equals sign.
    package mutating func next(in bytes: Span<UInt8>) -> (name: Range<Int>, value: Range<Int>?)? {
        while position < end {
            let start = position
            var equals: Int?
            while position < end, bytes[position] != UInt8(ascii: "&") {
                if bytes[position] == UInt8(ascii: "="), equals == nil {
                    equals = position
                }
                position += 1
            }
            let item = start..<position
            position += 1
            guard !item.isEmpty else { continue }
            guard let equals else { return (item, nil) }
            return (start..<equals, equals + 1..<item.upperBound)
        }
        return nil
    }
}
