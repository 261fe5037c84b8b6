#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// A named number or choice that a search changes.
package struct SearchDimension: Sendable {
    package enum Kind: Sendable, Equatable {
        /// A number; with a step, the low end and a whole number of steps, or the high end.
        case real
        case integer
        /// The index of an option.
        case choice
    }

    package let name: String
    package let kind: Kind
    package let low: Double
    package let high: Double
    package let step: Double?

    /// Whether equal factors, not equal differences, are equally far apart.
    package let isLogarithmic: Bool

    /// The number of values, or nil for a number without a step.
    package let count: Int?

    /// Ends with at least this ratio make the scale logarithmic, unless the caller decides.
    package static let logarithmicRatio = 1_000.0

    private init(_ name: String, _ kind: Kind, _ low: Double, _ high: Double, _ step: Double?, _ logarithmic: Bool?) {
        precondition(low.isFinite && high.isFinite && low <= high, "the ends of a dimension are numbers in order")
        precondition(step.map { $0 > 0 } ?? true, "a step is more than 0")
        precondition(logarithmic != true || low > 0, "a logarithmic scale needs ends above 0")
        self.name = name
        self.kind = kind
        self.low = low
        self.high = high
        self.step = step
        isLogarithmic = logarithmic ?? (low > 0 && high / low >= Self.logarithmicRatio)
        // The high end is a value even between two steps. The tolerance is for 0...0.3 by 0.1, where it is on a step.
        let steps = step.map { ((high - low) / $0 - 1e-9).rounded(.up) }
        count = steps.flatMap { $0 < 0x1p53 ? Int(max($0, 0)) + 1 : nil } ?? (low == high ? 1 : nil)
    }

    /// Returns a dimension of numbers; `logarithmic` decides on the scale, and nil leaves it to the ratio of the ends.
    package static func real(
        _ name: String,
        _ range: ClosedRange<Double>,
        step: Double? = nil,
        logarithmic: Bool? = nil
    ) -> SearchDimension {
        SearchDimension(name, .real, range.lowerBound, range.upperBound, step, logarithmic)
    }

    /// Returns a dimension of integers, which must be exact as `Double`.
    package static func integer(
        _ name: String,
        _ range: ClosedRange<Int>,
        step: Int = 1,
        logarithmic: Bool? = nil
    ) -> SearchDimension {
        let ends = (Double(range.lowerBound), Double(range.upperBound))
        return SearchDimension(name, .integer, ends.0, ends.1, Double(step), logarithmic)
    }

    /// Returns a dimension of options without an order; its values are their indexes.
    package static func choice(_ name: String, count: Int) -> SearchDimension {
        precondition(count > 0, "a choice has an option")
        return SearchDimension(name, .choice, 0, Double(count - 1), 1, false)
    }

    /// Returns the value at a place from 0 to 1; each place has a value, and both ends have places.
    package func value(at unit: Double) -> Double {
        let place = min(max(unit, 0), 1)
        guard high > low else { return low }
        if isLogarithmic {
            let number = place == 1 ? high : low * exp(place * log(high / low))
            return nearest(number)
        }
        guard step != nil, let count else { return low + place * (high - low) }
        return value(of: min(Int(place * Double(count)), count - 1))
    }

    /// Returns the place of a value; `value(at:)` returns the value for it.
    package func unit(of value: Double) -> Double {
        guard high > low else { return 0.5 }
        let value = nearest(value)
        if isLogarithmic { return log(value / low) / log(high / low) }
        guard let step, let count else { return (value - low) / (high - low) }
        let index = value == high ? Double(count - 1) : ((value - low) / step).rounded()
        return (index + 0.5) / Double(count)
    }

    /// Returns the nearest value of the dimension.
    package func nearest(_ value: Double) -> Double {
        let value = min(max(value, low), high)
        guard let step else { return value }
        let onStep = min(low + ((value - low) / step).rounded() * step, high)
        return abs(high - value) < abs(onStep - value) ? high : onStep
    }

    /// Returns the value with an index below `count`.
    func value(of index: Int) -> Double {
        index + 1 == count ? high : min(low + Double(index) * (step ?? 0), high)
    }
}
