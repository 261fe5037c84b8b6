/// Whether a search wants low or high numbers.
enum SearchGoal: String {
    case minimize
    case maximize

    /// Returns a number that is lower for a better one; the same function converts it back.
    func cost(_ number: Double) -> Double { self == .minimize ? number : -number }

    /// Returns whether a number is better than another one.
    func isBetter(_ number: Double, than other: Double) -> Bool { cost(number) < cost(other) }
}
