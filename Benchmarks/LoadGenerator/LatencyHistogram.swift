/// Counts nanoseconds by size, to within one part in 128, in memory that is there from the start.
package struct LatencyHistogram: Sendable {
    private static let bits = 7
    private static let partsPerOctave = 1 << bits
    /// Up to a minute and more; what is longer counts as the longest.
    private static let octaves = 30

    private var counts = [UInt64](repeating: 0, count: (octaves + 1) * partsPerOctave)

    /// How many were noted.
    package private(set) var total: UInt64 = 0

    /// The longest that was noted.
    package private(set) var maximum: Int64 = 0

    /// An empty one.
    package init() {}

    /// Notes one time.
    @inline(__always)
    mutating func add(_ nanoseconds: Int64) {
        let value = UInt64(max(0, nanoseconds))
        counts[min(Self.bucket(of: value), counts.count - 1)] += 1
        total += 1
        maximum = max(maximum, nanoseconds)
    }

    /// Forgets everything and keeps the memory.
    mutating func removeAll() {
        for bucket in counts.indices { counts[bucket] = 0 }
        total = 0
        maximum = 0
    }

    /// The time that this share of all did not exceed, in microseconds; 0 when none was noted.
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
