/// The ranges of an object's members in a checked text, indexed by the position of each name in ``JSONFieldNames``.
@usableFromInline
package struct JSONFields: Sendable {
    /// The maximum number of names, which is the size of the inline array.
    static let most = 16

    @usableFromInline var places: InlineArray<16, JSONRange>

    @inlinable @inline(__always)
    package init() {
        places = InlineArray(repeating: .nowhere)
    }

    /// Returns the range of a member's value; nil if the member is absent.
    @inlinable @inline(__always)
    package func place(_ index: Int) -> JSONRange? {
        let place = places[index]
        return place.isNowhere ? nil : place
    }

    @inline(__always)
    mutating func set(_ index: Int, to place: JSONRange) {
        places[index] = place
    }

    /// Clears the first `count` members, which must be all that were set.
    @inline(__always)
    mutating func removeFirst(_ count: Int) {
        for index in 0..<count {
            places[index] = .nowhere
        }
    }

    mutating func rebase(by count: Int) {
        for index in 0..<JSONFields.most where places[index] != .nowhere {
            places[index] = places[index].moved(by: -count)
        }
    }
}
