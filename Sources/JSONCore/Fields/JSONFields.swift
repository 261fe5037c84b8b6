/// Where the fields of one object stand in a checked text; read by the position of their names.
@usableFromInline
package struct JSONFields: Sendable {
    /// More fields than this have no place.
    static let most = 16

    @usableFromInline var places: InlineArray<16, JSONRange>

    /// No fields.
    @inlinable @inline(__always)
    package init() {
        places = InlineArray(repeating: .nowhere)
    }

    /// The field's place; none where it is absent.
    @inlinable @inline(__always)
    package func place(_ index: Int) -> JSONRange? {
        let place = places[index]
        return place.isNowhere ? nil : place
    }

    @inline(__always)
    mutating func set(_ index: Int, to place: JSONRange) {
        places[index] = place
    }

    /// Forgets the first fields, which are all that were set.
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
