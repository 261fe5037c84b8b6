/// The ranges of an object's members in a checked text, indexed by the position of each name in ``JSONFieldNames``.
@usableFromInline
package struct JSONFields: Sendable {
    /// The maximum number of names, which is the size of the inline array.
    static let limit = 16

    @usableFromInline var ranges: InlineArray<16, JSONRange>

    @inlinable @inline(__always)
    package init() {
        ranges = InlineArray(repeating: .nowhere)
    }

    /// Returns the range of a member's value; nil if the member is absent.
    @inlinable @inline(__always)
    package func range(_ index: Int) -> JSONRange? {
        let range = ranges[index]
        return range.isNowhere ? nil : range
    }

    @inline(__always)
    mutating func set(_ index: Int, to range: JSONRange) {
        ranges[index] = range
    }

    /// Clears the first `count` members, which must be all that were set.
    @inline(__always)
    mutating func removeFirst(_ count: Int) {
        for index in 0..<count {
            ranges[index] = .nowhere
        }
    }

    mutating func rebase(by count: Int) {
        for index in 0..<JSONFields.limit where ranges[index] != .nowhere {
            ranges[index] = ranges[index].moved(by: -count)
        }
    }
}
