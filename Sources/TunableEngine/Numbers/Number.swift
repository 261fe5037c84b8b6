import JSONCore

/// A number that keeps its JSON spelling and is compared by its value.
enum Number: Sendable {
    case integer(Int64)
    case double(Double)

    /// The relative difference up to which two numbers count as equal, as a fraction of the larger one.
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

    /// The exact value if it is whole and fits an `Int64`, in any spelling; otherwise nil.
    @inline(__always)
    var whole: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        }
    }

    /// Whether the value is whole, of any size.
    var isWhole: Bool {
        switch self {
        case .integer: true
        case .double(let value): value.rounded(.towardZero) == value
        }
    }

    /// Returns whether the number is less than another one and does not count as equal to it.
    @inline(__always)
    func isLess(than other: Number) -> Bool {
        if let left = whole, let right = other.whole {
            return left < right
        }
        let (left, right) = (approximate, other.approximate)
        return left < right && !Number.isSame(left, right)
    }

    /// Returns whether the numbers count as equal: whole numbers exactly, others within the tolerance.
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

    /// Returns the number that is nearer to this one, or the larger one if both are equally near.
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
