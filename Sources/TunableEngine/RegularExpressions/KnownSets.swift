/// Sets of instructions that a search has come to, and which one follows which at what character: what was found out once
/// is one look the next time, whatever the size of the pattern.
///
/// They are an automaton of the other kind, of which only what is met is built. It could have more sets than a memory
/// holds, so that there are only so many; then all are forgotten.
struct KnownSets {
    /// What a character leads to.
    enum Next {
        /// That is not known yet.
        case unknown
        /// The pattern is found.
        case found
        /// This set.
        case set(Int)
    }

    /// What stands behind a character, as far as an assertion could look at it.
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

    private static let mostSets = 512
    private static let mostMembers = 1 << 17
    private static let mostSteps = 1 << 14

    /// How many characters have their places in a table.
    private static let tableScalars = 128
    private static let columns = tableScalars * Following.allCases.count
    private static let foundMark: Int32 = -1
    private static let unknownMark: Int32 = -2

    private var sets: [[Int32]] = []
    private var numbers: [[Int32]: Int] = [:]
    private var memberCount = 0
    // For each set a row, in which each character and what may follow it has a column.
    private var table: [Int32] = []
    // What the table has no columns for.
    private var steps: [Step: Int32] = [:]
    /// How often all were forgotten.
    private(set) var forgotten = 0

    /// Whether a set has no members.
    func isEmpty(_ set: Int) -> Bool { sets[set].isEmpty }

    /// The members of a set.
    func members(of set: Int) -> [Int32] { sets[set] }

    /// What follows a set when a character is taken.
    func next(after set: Int, taking taken: UInt32, before following: Following) -> Next {
        let mark =
            if taken < KnownSets.tableScalars {
                table[KnownSets.place(set, taken, following)]
            } else {
                steps[Step(set: set, taken: taken, following: following)] ?? KnownSets.unknownMark
            }
        return mark >= 0 ? .set(Int(mark)) : mark == KnownSets.foundMark ? .found : .unknown
    }

    /// Notes what follows a set: another one, or that the pattern is found.
    mutating func note(_ next: Int?, after set: Int, taking taken: UInt32, before following: Following) {
        let mark = next.map { Int32(truncatingIfNeeded: $0) } ?? KnownSets.foundMark
        if taken < KnownSets.tableScalars {
            table[KnownSets.place(set, taken, following)] = mark
        } else {
            steps[Step(set: set, taken: taken, following: following)] = mark
        }
    }

    /// The number of a set, which is known then.
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

    /// Whether there is room for one more.
    var hasRoom: Bool {
        sets.count < KnownSets.mostSets && memberCount < KnownSets.mostMembers && steps.count < KnownSets.mostSteps
    }

    /// Forgets all.
    mutating func forget() {
        let forgotten = forgotten
        self = KnownSets()
        self.forgotten = forgotten + 1
    }

    private static func place(_ set: Int, _ taken: UInt32, _ following: Following) -> Int {
        set * columns + Int(taken) * Following.allCases.count + following.rawValue
    }
}
