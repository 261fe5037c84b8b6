/// The search for a smallest bad subset of some elements, by delta debugging (the algorithm ddmin of Zeller and
/// Hildebrandt).
///
/// The elements are numbered from 0. All of them together are bad, and none of them is good.
struct DeltaDebugging {
    /// The smallest bad subset so far, sorted.
    private(set) var smallest: [Int]
    /// The number of parts into which the subset is divided.
    private var parts = 2
    /// The next candidate: first each part alone, and then the subset without each part.
    private var position = 0
    /// The tested subsets that are not bad.
    private var others: Set<[Int]> = []

    init(count: Int) { smallest = Array(0..<count) }

    /// The next subset to test, which is not empty; nil if no element can be removed from the smallest one.
    mutating func next() -> [Int]? {
        guard smallest.count > 1 else { return nil }
        while true {
            // With two parts, the subset without one part is the other part.
            let candidates = parts == 2 ? 2 : 2 * parts
            while position < candidates {
                let candidate = subset(position)
                if !others.contains(candidate) { return candidate }
                position += 1
            }
            guard parts < smallest.count else { return nil }
            (parts, position) = (min(2 * parts, smallest.count), 0)
        }
    }

    /// Records the verdict about the subset that `next()` has returned; a skipped one counts as not bad.
    mutating func record(isBad: Bool) {
        let tested = subset(position)
        guard isBad else {
            others.insert(tested)
            position += 1
            return
        }
        // After a complement, its parts stay as small as they were.
        parts = max(2, position < parts ? 2 : parts - 1)
        (smallest, position) = (tested, 0)
    }

    private func subset(_ position: Int) -> [Int] {
        let part = bounds(position % parts)
        return position < parts
            ? Array(smallest[part]) : Array(smallest[..<part.lowerBound] + smallest[part.upperBound...])
    }

    private func bounds(_ part: Int) -> Range<Int> {
        smallest.count * part / parts..<smallest.count * (part + 1) / parts
    }
}
