/// What one read costs, each way in turn in every round.
struct ReadingBenchmark {
    let rounds: Int
    let frames: Int
    /// Reads in a frame.
    let reads: Int

    /// Prints the median of each way in nanoseconds, and how many times that of the first it is.
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
        // The reads are made because somebody wants their sum.
        precondition(sum > 0)
    }

    private func short(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
