/// A benchmark of the cost of a read, with each way in turn in every round.
struct ReadingBenchmark {
    let rounds: Int
    let frames: Int
    /// The number of reads in a frame.
    let reads: Int

    /// Prints the median of each way in nanoseconds, and its ratio to the first way.
    func run(_ ways: [(name: String, frame: () -> Double)]) {
        let clock = ContinuousClock()
        var times = Array(repeating: [Double](), count: ways.count)
        var sum = 0.0
        for _ in 0..<rounds {
            for (index, way) in ways.enumerated() {
                let time = clock.measure {
                    for _ in 0..<frames { sum += way.frame() }
                }
                times[index].append(time / .nanoseconds(1) / Double(frames * reads))
            }
        }
        let medians = times.map { $0.sorted()[rounds / 2] }
        for (median, way) in zip(medians, ways) {
            print("\(way.name): \(short(median)) ns, \(short(median / medians[0])) times")
        }
        // The sum is used, so that the compiler keeps the reads.
        precondition(sum > 0)
    }

    private func short(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
