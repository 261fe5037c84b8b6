import SystemCore

/// The times of repeated work.
struct Samples {
    private var sorted: [Int64]

    /// Runs the body `count` times, without a warm-up.
    init(_ count: Int, _ body: () throws -> Void) rethrows {
        sorted = []
        sorted.reserveCapacity(count)
        for _ in 0..<count {
            let start = Kernel.monotonicTime()
            try body()
            sorted.append(Kernel.monotonicTime().nanoseconds - start.nanoseconds)
        }
        sorted.sort()
    }

    /// Returns the time in microseconds that this share of all times does not exceed.
    func microseconds(_ share: Double) -> Double {
        Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1000
    }

    var mean: Double { Double(sorted.reduce(0, +)) / Double(sorted.count) / 1000 }

    var line: String {
        [microseconds(0.5), microseconds(0.9), microseconds(0.99), mean].map { text($0).padded }.joined(
            separator: " | "
        )
    }

    private func text(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    /// The text at the right of a column.
    fileprivate var padded: String { String(repeating: " ", count: max(0, 9 - count)) + self }
}
