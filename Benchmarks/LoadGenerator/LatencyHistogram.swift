/// A histogram of nanoseconds with an error of at most one part in 128, in memory that is allocated at the start.
package struct LatencyHistogram: Sendable {
    private static let bits = 7
    private static let partsPerOctave = 1 << bits
    /// The histogram covers more than a minute; a longer time counts as the longest.
    private static let octaves = 30

    private var counts = [UInt64](repeating: 0, count: (octaves + 1) * partsPerOctave)

    /// The number of recorded times.
    package private(set) var total: UInt64 = 0

    /// The longest recorded time.
    package private(set) var maximum: Int64 = 0

    /// Creates an empty histogram.
    package init() {}

    /// Records a time.
    @inline(__always)
    mutating func add(_ nanoseconds: Int64) {
        let value = UInt64(max(0, nanoseconds))
        counts[min(Self.bucket(of: value), counts.count - 1)] += 1
        total += 1
        maximum = max(maximum, nanoseconds)
    }

    /// Removes all times and keeps the memory.
    mutating func removeAll() {
        for bucket in counts.indices { counts[bucket] = 0 }
        total = 0
        maximum = 0
    }

    /// Returns the time in microseconds that this share of all times does not exceed; 0 if there is none.
    package func microseconds(_ share: Double) -> Double {
        let wanted = max(1, (Double(total) * share).rounded(.up))
        var seen: UInt64 = 0
        for (bucket, count) in counts.enumerated() where count > 0 {
            seen += count
            if Double(seen) >= wanted {
                return min(Self.middle(of: bucket), Double(maximum)) / 1000
            }
        }
        return Double(maximum) / 1000
    }

    @inline(__always)
    private static func bucket(of value: UInt64) -> Int {
        guard value >= UInt64(partsPerOctave) else { return Int(value) }
        let shift = 63 - value.leadingZeroBitCount - bits
        return (shift << bits) + Int(value >> UInt64(shift))
    }

    private static func middle(of bucket: Int) -> Double {
        guard bucket >= partsPerOctave else { return Double(bucket) }
        let shift = bucket >> bits - 1
        let part = UInt64(bucket - shift << bits)
        return Double(part << UInt64(shift)) + Double(UInt64(1) << UInt64(shift)) / 2
    }
}
