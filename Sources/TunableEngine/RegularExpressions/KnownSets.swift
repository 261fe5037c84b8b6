/// A cache of the sets of instructions that a search reached, and of the transitions between them.
///
/// A cached transition needs one lookup, whatever the size of the pattern. The cache is a deterministic automaton of
/// which only the parts in use are built. The whole automaton could exceed the memory, so the cache is limited; when it
/// is full, it is emptied.
struct KnownSets {
    /// The result of a transition.
    enum Next {
        /// The transition is not in the cache.
        case unknown
        /// The pattern is found.
        case found
        /// The search continues with this set.
        case set(Int)
    }

    /// The class of the character after the current one, as far as assertions distinguish it.
    enum Following: Int, CaseIterable {
        case end
        case word
        case other

        init(_ scalar: UInt32?) {
            self =
                if let scalar { ScalarSet.word.contains(scalar) ? .word : .other } else { .end }
        }
    }

    private struct Step: Hashable {
        let set: Int
        let taken: UInt32
        let following: Following
    }

    private static let maxSets = 512
    private static let maxMembers = 1 << 17
    private static let maxSteps = 1 << 14

    /// The number of characters whose transitions are in `table`.
    private static let tableScalars = 128
    private static let columns = tableScalars * Following.allCases.count
    private static let foundMark: Int32 = -1
    private static let unknownMark: Int32 = -2

    private var sets: [[Int32]] = []
    private var numbers: [[Int32]: Int] = [:]
    private var memberCount = 0
    // One row for each set, with a column for each pair of a character and the class of the next one.
    private var table: [Int32] = []
    // The transitions of characters that have no column in the table.
    private var steps: [Step: Int32] = [:]
    /// The number of times that the cache was emptied.
    private(set) var forgotten = 0

    func isEmpty(_ set: Int) -> Bool { sets[set].isEmpty }

    /// Returns the instructions of a set.
    func members(of set: Int) -> [Int32] { sets[set] }

    /// Returns the transition from a set when a character is read.
    func next(after set: Int, taking taken: UInt32, before following: Following) -> Next {
        let mark =
            if taken < KnownSets.tableScalars {
                table[KnownSets.index(set, taken, following)]
            } else {
                steps[Step(set: set, taken: taken, following: following)] ?? KnownSets.unknownMark
            }
        return mark >= 0 ? .set(Int(mark)) : mark == KnownSets.foundMark ? .found : .unknown
    }

    /// Adds a transition to another set, or to the end of the search if `next` is nil.
    mutating func note(_ next: Int?, after set: Int, taking taken: UInt32, before following: Following) {
        let mark = next.map { Int32(truncatingIfNeeded: $0) } ?? KnownSets.foundMark
        if taken < KnownSets.tableScalars {
            table[KnownSets.index(set, taken, following)] = mark
        } else {
            steps[Step(set: set, taken: taken, following: following)] = mark
        }
    }

    /// Returns the number of a set, and adds the set if it is new.
    mutating func number(of members: [Int32]) -> Int {
        if let number = numbers[members] {
            return number
        }
        let number = sets.count
        sets.append(members)
        numbers[members] = number
        memberCount += members.count
        table.append(contentsOf: repeatElement(KnownSets.unknownMark, count: KnownSets.columns))
        return number
    }

    /// Whether another set and transition may be added.
    var hasRoom: Bool {
        sets.count < KnownSets.maxSets && memberCount < KnownSets.maxMembers && steps.count < KnownSets.maxSteps
    }

    /// Empties the cache.
    mutating func forget() {
        let forgotten = forgotten
        self = KnownSets()
        self.forgotten = forgotten + 1
    }

    private static func index(_ set: Int, _ taken: UInt32, _ following: Following) -> Int {
        set * columns + Int(taken) * Following.allCases.count + following.rawValue
    }
}
