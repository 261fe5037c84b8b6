/// A histogram of numbers whose buckets are at most an eighth as wide as their smallest number.
package struct Histogram {
    private static let partsPerOctave = 8

    private var counts: [UInt64] = []

    /// The largest number added so far, or 0.
    package private(set) var maximum: UInt64 = 0

    /// Creates an empty histogram, which allocates no memory.
    package init() {}

    package mutating func add(_ value: UInt64, times: Int = 1) {
        let bucket = Histogram.bucket(of: value)
        if bucket >= counts.count {
            counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count))
        }
        counts[bucket] += UInt64(times)
        maximum = max(maximum, value)
    }

    /// Returns an upper bound of the smallest numbers that make up `share` of all; 0 if the histogram is empty.
    package func quantile(_ share: Double) -> UInt64 {
        let total = counts.reduce(0, +)
        let wanted = Double(total) * share
        var seen: UInt64 = 0
        for (bucket, count) in counts.enumerated() where count > 0 {
            seen += count
            if Double(seen) >= wanted {
                return min(Histogram.bound(of: bucket), maximum)
            }
        }
        return maximum
    }

    /// Returns how many numbers are smaller than two to the power of each exponent; an exponent is at least 3.
    ///
    /// The counts are exact, because a bucket begins at every power of two.
    package func counts(belowPowersOfTwo exponents: ClosedRange<Int>) -> [UInt64] {
        var sum: UInt64 = 0
        var next = 0
        return exponents.map { exponent in
            let end = min(Histogram.bucket(of: 1 << UInt64(exponent)), counts.count)
            while next < end {
                sum += counts[next]
                next += 1
            }
            return sum
        }
    }

    private static func bucket(of value: UInt64) -> Int {
        guard value >= UInt64(partsPerOctave) else { return Int(value) }
        let octave = 63 - value.leadingZeroBitCount
        let part = Int(value >> UInt64(octave - 3)) & (partsPerOctave - 1)
        return (octave - 2) * partsPerOctave + part
    }

    /// Returns the largest number that belongs in a bucket.
    private static func bound(of bucket: Int) -> UInt64 {
        guard bucket >= partsPerOctave else { return UInt64(bucket) }
        let octave = bucket / partsPerOctave + 2
        let part = UInt64(bucket % partsPerOctave)
        return (UInt64(partsPerOctave) + part + 1) << UInt64(octave - 3) &- 1
    }
}
