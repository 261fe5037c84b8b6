import JSONCore

/// A number in the spelling in which it came, compared by what it is worth.
enum Number: Sendable {
    case integer(Int64)
    case double(Double)

    /// How far apart, in parts of the larger, two numbers may be that count as the same.
    static let tolerance = 1e-9

    @inline(__always)
    init?(_ value: JSON) {
        switch value {
        case .integer(let value): self = .integer(value)
        case .double(let value): self = .double(value)
        default: return nil
        }
    }

    var json: JSON {
        switch self {
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        }
    }

    /// The nearest double.
    var approximate: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        }
    }

    /// Its exact worth where that is whole and fits; a whole number in any spelling is one.
    @inline(__always)
    var whole: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        }
    }

    /// Whether it is whole, however large.
    var isWhole: Bool {
        switch self {
        case .integer: true
        case .double(let value): value.rounded(.towardZero) == value
        }
    }

    /// Whether it is less, and not by so little that it counts as the same.
    @inline(__always)
    func isLess(than other: Number) -> Bool {
        if let left = whole, let right = other.whole {
            return left < right
        }
        let (left, right) = (approximate, other.approximate)
        return left < right && !Number.isSame(left, right)
    }

    /// Whether it counts as the same: whole numbers exactly, others within the tolerance.
    @inline(__always)
    func isSame(as other: Number) -> Bool {
        if let left = whole, let right = other.whole {
            return left == right
        }
        return Number.isSame(approximate, other.approximate)
    }

    @inline(__always)
    private static func isSame(_ left: Double, _ right: Double) -> Bool {
        abs(left - right) <= tolerance * max(abs(left), abs(right))
    }

    /// Which of two numbers is nearer; of two that are as near, the larger.
    func nearer(_ left: Number, _ right: Number) -> Number {
        let (smaller, larger) = right.isLess(than: left) ? (right, left) : (left, right)
        if !smaller.isLess(than: self) {
            return smaller
        }
        if !isLess(than: larger) {
            return larger
        }
        if let here = whole, let below = smaller.whole, let above = larger.whole {
            return Number.distance(here, below) < Number.distance(here, above) ? smaller : larger
        }
        let toSmaller = approximate - smaller.approximate
        let toLarger = larger.approximate - approximate
        return toSmaller < toLarger && !Number.isSame(toSmaller, toLarger) ? smaller : larger
    }

    private static func distance(_ left: Int64, _ right: Int64) -> UInt64 {
        UInt64(bitPattern: left > right ? left &- right : right &- left)
    }
}
