/// The characters that a class, an escape or a dot matches.
struct ScalarSet: Sendable {
    static let last: UInt32 = 0x10_FFFF

    // Sorted; no two ranges overlap or touch.
    private var ranges: [ClosedRange<UInt32>]
    private var properties: [Property] = []
    private var isInverted = false
    // The first 128 characters, which are looked up most, as one bit for each.
    private var low: (UInt64, UInt64) = (0, 0)

    /// A property that a character must have, or must not have if inverted.
    struct Property: Sendable {
        let property: ScalarProperty
        let isInverted: Bool
    }

    /// Creates a set of the ranges, in any order, and of all characters with one of the properties.
    ///
    /// If `isInverted` is true, the set contains all other characters instead.
    init(_ ranges: [ClosedRange<UInt32>], properties: [Property] = [], isInverted: Bool = false) {
        self.ranges = ScalarSet.merged(ranges)
        self.properties = properties
        self.isInverted = isInverted
        for value in 0..<UInt32(128) where finds(value) {
            if value < 64 {
                low.0 |= 1 << UInt64(value)
            } else {
                low.1 |= 1 << UInt64(value - 64)
            }
        }
    }

    /// The number that the set adds to a pattern's size.
    var size: Int { ScalarSet.size(ranges: ranges.count, properties: properties.count) }

    /// Returns the size of a set with so many ranges and properties.
    static func size(ranges: Int, properties: Int) -> Int { 1 + (ranges + properties) / 8 }

    /// The ranges between the set's ranges; properties are ignored.
    var invertedRanges: [ClosedRange<UInt32>] {
        var gaps: [ClosedRange<UInt32>] = []
        var start: UInt32 = 0
        for range in ranges {
            if range.lowerBound > start {
                gaps.append(start...range.lowerBound - 1)
            }
            start = range.upperBound + 1
        }
        if start <= ScalarSet.last {
            gaps.append(start...ScalarSet.last)
        }
        return gaps
    }

    /// The ranges of a set; properties are ignored.
    var plainRanges: [ClosedRange<UInt32>] { ranges }

    /// Returns whether the set contains a character.
    func contains(_ value: UInt32) -> Bool {
        if value < 128 {
            return (value < 64 ? low.0 : low.1) >> UInt64(value & 63) & 1 == 1
        }
        return finds(value)
    }

    private func finds(_ value: UInt32) -> Bool {
        (isInRange(value) || hasProperty(value)) != isInverted
    }

    private func isInRange(_ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < ranges.count && ranges[low].contains(value)
    }

    private func hasProperty(_ value: UInt32) -> Bool {
        guard !properties.isEmpty, let scalar = Unicode.Scalar(value) else { return false }
        return properties.contains { $0.property.holds(for: scalar) != $0.isInverted }
    }

    private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}

extension ScalarSet {
    /// `\d`.
    static let digit = ScalarSet([0x30...0x39])

    /// `\w`.
    static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

    /// `\s`: white space and line terminators, as ECMAScript defines them.
    static let space = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    /// `.`: everything except line terminators.
    static let dot = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isInverted: true)
}
