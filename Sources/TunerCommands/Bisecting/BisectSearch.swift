/// A binary search for the first of some states that is like the last one and not like the first one.
///
/// The states are numbered from 0. The state before them is known to be of the older kind, and the last one of the
/// newer kind.
struct BisectSearch: Equatable {
    /// What the search needs next, or its result.
    enum Next: Equatable {
        case test(Int)
        case found(Int)
        /// All states that were not tested are skipped; one of these is the first one.
        case undecided([Int])
    }

    /// The last state of the older kind; -1 for the one before all.
    private var low = -1
    /// The first state that is known to be of the newer kind.
    private var high: Int
    private(set) var skipped: Set<Int> = []

    /// Creates a search among a number of states, which is at least 1.
    init(count: Int) {
        precondition(count > 0, "the last state is known, so there is one")
        high = count - 1
    }

    /// The number of states that may be the first one.
    var remaining: Int { high - low }

    /// The number of runs that are needed without skipped states.
    var runs: Int { Int.bitWidth - (remaining - 1).leadingZeroBitCount }

    var next: Next {
        guard remaining > 1 else { return .found(high) }
        let untested = (low + 1..<high).filter { !skipped.contains($0) }
        guard !untested.isEmpty else { return .undecided(Array(low + 1...high)) }
        let wanted = Double(low) + Double(remaining) * fraction
        return .test(untested.min { (Double($0) - wanted).magnitude < (Double($1) - wanted).magnitude } ?? high)
    }

    /// Records the kind of a tested state.
    mutating func record(_ index: Int, isNewer: Bool) {
        if isNewer { high = min(high, index) } else { low = max(low, index) }
    }

    /// Records that a state cannot be tested.
    mutating func skip(_ index: Int) { skipped.insert(index) }

    /// The place of the next test in the remaining range: 1/2, and after skipped states 1/4, 3/4, 1/8, 5/8 and so on.
    ///
    /// Neighbors of a skipped state are often skipped, too. So the next test is far from them.
    private var fraction: Double {
        var number = skipped.count { $0 > low && $0 < high } + 1
        var (fraction, unit) = (0.0, 0.5)
        while number > 0 {
            if number & 1 == 1 { fraction += unit }
            (number, unit) = (number >> 1, unit / 2)
        }
        return fraction
    }
}
