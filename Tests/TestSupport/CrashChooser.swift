/// A sequence of choices about what is on the disk after a crash with a given outcome.
struct CrashChooser {
    private let outcome: CrashOutcome
    private var generator: SeededGenerator
    private let odds: Int
    /// Whether names reach the disk in the order of their changes, as with a journaling file system.
    let namesKeepOrder: Bool

    init(_ outcome: CrashOutcome) {
        self.outcome = outcome
        var generator = SeededGenerator(seed: 0)
        if case .mixed(let seed) = outcome { generator = SeededGenerator(seed: seed) }
        // Different odds give different crashes: most changes lost, most changes kept, or half of them.
        odds = Int.random(in: 1...9, using: &generator)
        namesKeepOrder = Bool.random(using: &generator)
        self.generator = generator
    }

    mutating func keeps() -> Bool {
        switch outcome {
        case .onlySynced: false
        case .everything: true
        case .mixed: Int.random(in: 0..<10, using: &generator) < odds
        }
    }

    mutating func cut(in range: ClosedRange<Int>) -> Int {
        switch outcome {
        case .onlySynced: range.lowerBound
        case .everything: range.upperBound
        case .mixed: Int.random(in: range, using: &generator)
        }
    }
}
