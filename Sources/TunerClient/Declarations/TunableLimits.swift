import TunableEngine

/// The ends of a range of legal values.
public struct TunableLimits<Bound: Comparable> {
    /// The smallest legal value.
    let lower: Bound?
    /// The largest legal value.
    let last: Bound?
    /// The end that is not legal itself.
    let end: Bound?

    init(from lower: Bound? = nil, through last: Bound? = nil) {
        self.lower = lower
        self.last = last
        end = nil
    }

    /// Creates the limits of a half-open range.
    ///
    /// The last legal integer is known, and a closed range is easier to show on a slider.
    init(from lower: Bound? = nil, upTo end: Bound) {
        self.lower = lower
        last = (end as? any FixedWidthInteger).flatMap { TunableLimits.before($0) as? Bound }
        self.end = last == nil ? end : nil
    }

    private static func before<Integer: FixedWidthInteger>(_ end: Integer) -> Integer? {
        end > .min ? end - 1 : nil
    }
}

extension TunableLimits where Bound: Encodable {
    /// Returns the limits of a number, its step and its scale as words of a declaration.
    func words(step: Bound?, _ scale: TunableScale?) -> [(name: SpecWord, value: (any Encodable)?)] {
        [(.minimum, lower), (.maximum, last), (.exclusiveMaximum, end), (.step, step), (.scale, scale?.rawValue)]
    }
}

extension TunableLimits<Int> {
    /// The limits of a string's length as words of a declaration.
    var lengthWords: [(name: SpecWord, value: (any Encodable)?)] { [(.minLength, lower), (.maxLength, last ?? end)] }
}
