/// The probability of each option of a choice, which moves towards the options of the best samples.
struct ChoiceDistribution: Sendable {
    private(set) var probabilities: [Double]
    /// How much of the difference one generation takes.
    private static let rate = 0.3

    /// Creates a distribution in which the option of the start has half of the probability, or all if it is alone.
    init(count: Int, start: Int) {
        probabilities = [Double](repeating: 0.5 / Double(count), count: count)
        probabilities[start] += 0.5
    }

    func sample(_ random: inout SeededRandom) -> Int {
        var rest = random.uniform()
        for (index, probability) in probabilities.enumerated() {
            rest -= probability
            if rest < 0 { return index }
        }
        return probabilities.count - 1
    }

    /// Moves the probabilities towards the shares of the options; none becomes impossible.
    mutating func move(towards options: [Int]) {
        guard !options.isEmpty else { return }
        let least = 0.1 / Double(probabilities.count)
        for index in probabilities.indices {
            let share = Double(options.count { $0 == index }) / Double(options.count)
            probabilities[index] = max(least, (1 - Self.rate) * probabilities[index] + Self.rate * share)
        }
        let sum = probabilities.reduce(0, +)
        for index in probabilities.indices { probabilities[index] /= sum }
    }
}
