import JSONCore

extension JavaScript {
    /// The order of one value relative to another.
    enum Order {
        case before
        case same
        case behind
    }

    /// Returns the result of `===`: whether both have the same type and value.
    static func isIdentical(_ left: JSON?, _ right: JSON?) -> Bool {
        if case .string(let left)? = left, case .string(let right)? = right {
            return left.hasSameBytes(as: right)
        }
        return switch (left, right) {
        case (nil, nil), (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.integer, .double), (.double, .integer), (.double, .double): number(left) == number(right)
        default: false
        }
    }

    /// Returns the result of `==`: whether both have the same value after conversion to one type.
    static func isEqual(_ left: JSON?, _ right: JSON?) -> Bool {
        if case .string(let left)? = left, case .string(let right)? = right {
            return left.hasSameBytes(as: right)
        }
        return switch (left, right) {
        case (nil, nil), (nil, .null), (.null, nil): true
        case (nil, _), (_, nil), (.null, .null), (.null, _), (_, .null): isIdentical(left, right)
        case (.array, .array), (.object, .object), (.array, .object), (.object, .array): false
        case (.boolean(let value), _) where right?.kind != .boolean: isEqual(.integer(value ? 1 : 0), right)
        case (_, .boolean(let value)) where left?.kind != .boolean: isEqual(left, .integer(value ? 1 : 0))
        case (.array, _), (.object, _): isEqual(.string(text(left)), right)
        case (_, .array), (_, .object): isEqual(left, .string(text(right)))
        case (.string, .integer), (.string, .double), (.integer, .string), (.double, .string):
            number(left) == number(right)
        default: isIdentical(left, right)
        }
    }

    /// Returns the order for `<`, `<=`, `>` and `>=`, or nil if a value is not a number.
    ///
    /// Two strings are compared as strings, all other values as numbers.
    static func order(_ left: JSON?, _ right: JSON?) -> Order? {
        if case .integer(let left) = left, case .integer(let right) = right {
            return left == right ? .same : left < right ? .before : .behind
        }
        let left = primitive(left)
        let right = primitive(right)
        if case .string(let left) = left, case .string(let right) = right {
            return order(left, right)
        }
        let first = number(left)
        let second = number(right)
        return first < second ? .before : first > second ? .behind : first == second ? .same : nil
    }

    private static func primitive(_ value: JSON?) -> JSON? {
        switch value {
        case .array, .object: .string(text(value))
        default: value
        }
    }

    /// Compares strings by their UTF-16 code units.
    ///
    /// That is the order of their UTF-8 bytes, with one exception: characters beyond U+FFFF come before U+E000 to
    /// U+FFFF.
    private static func order(_ left: String, _ right: String) -> Order {
        let left = left.utf8.span
        let right = right.utf8.span
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            let first = unitRank(left[index])
            let second = unitRank(right[index])
            return first < second ? .before : .behind
        }
        return left.count == right.count ? .same : left.count < right.count ? .before : .behind
    }

    /// Returns the rank of a UTF-8 byte: `EE` and `EF` begin U+E000 to U+FFFF, so they must follow `F0` and above.
    private static func unitRank(_ byte: UInt8) -> Int {
        byte == 0xEE || byte == 0xEF ? Int(byte) + 0x100 : Int(byte)
    }
}
