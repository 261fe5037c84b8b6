import SystemCore

/// How long something took, each time.
struct Samples {
    private var sorted: [Int64]

    /// Runs the body so often; what it did before its first return is not left out.
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

    /// In microseconds, at a share of all.
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
    /// On the right of a column.
    fileprivate var padded: String { String(repeating: " ", count: max(0, 9 - count)) + self }
}
