/// One pass over a text that follows all active instructions of a program at once (Thompson's construction).
///
/// For a long text, the search caches the sets of instructions that it reaches. Most patterns reach the same few sets
/// again and again.
struct Search: ~Copyable {
    /// The length in bytes from which the cache is worth its cost.
    private static let longText = 1_024
    /// The number of times that the cache may be emptied; after that, the search does without a cache.
    private static let maxForgotten = 3

    private var current: WaitingInstructions
    private var next: WaitingInstructions
    private var pending: [Int] = []
    private var steps = 0
    private var remembers: Bool
    /// The cache, and the number of the current set in it.
    private var known = KnownSets()
    private var set = 0

    private init(size: Int, remembers: Bool) {
        current = WaitingInstructions(capacity: size)
        next = WaitingInstructions(capacity: size)
        self.remembers = remembers
        // Creating the lists is also work, which counts if there are many texts.
        steps = size / 8
    }

    /// Returns whether a program matches anywhere in a text; throws if that takes too many steps.
    static func finds(
        _ program: Program,
        in text: String,
        _ effort: inout SearchEffort,
        remembers: Bool?
    ) throws(SearchEffort.Exhausted) -> Bool {
        let instructions = program.instructions.span
        let isLong = text.utf8.count >= Search.longText
        var search = Search(size: instructions.count, remembers: remembers ?? isLong)
        var scalars = text.unicodeScalars.makeIterator()
        var after = scalars.next()?.value
        var isFound = search.enter(0, instructions, between: nil, and: after)
        if !isFound {
            search.present()
        }
        try search.account(to: &effort)
        while !isFound, let taken = after, !(search.isAtNothing && program.beginsAtStart) {
            after = scalars.next()?.value
            isFound = search.read(taken, before: after, program, instructions)
            try search.account(to: &effort)
        }
        return isFound
    }

    private mutating func account(to effort: inout SearchEffort) throws(SearchEffort.Exhausted) {
        try effort.spend(steps)
        steps = 0
    }

    /// Whether no instruction is active.
    private var isAtNothing: Bool { remembers ? known.isEmpty(set) : current.isEmpty }

    /// Makes the instructions that were entered the current ones.
    private mutating func present() {
        swap(&current, &next)
        next.removeAll()
        if remembers {
            set = known.number(of: current.all)
        }
    }

    /// Reads a character and returns whether the pattern is found.
    private mutating func read(
        _ taken: UInt32,
        before after: UInt32?,
        _ program: Program,
        _ instructions: Span<Program.Instruction>
    ) -> Bool {
        guard remembers else {
            guard !advance(taken, before: after, program, instructions) else { return true }
            present()
            return false
        }
        let following = KnownSets.Following(after)
        switch known.next(after: set, taking: taken, before: following) {
        case .found:
            return true
        case .set(let next):
            set = next
            return false
        case .unknown:
            return explore(taken, before: after, following, program, instructions)
        }
    }

    /// Reads a character whose transition is not in the cache, and adds the transition.
    private mutating func explore(
        _ taken: UInt32,
        before after: UInt32?,
        _ following: KnownSets.Following,
        _ program: Program,
        _ instructions: Span<Program.Instruction>
    ) -> Bool {
        current.replace(with: known.members(of: set))
        steps += current.count
        if !known.hasRoom {
            known.forget()
            remembers = known.forgotten <= Search.maxForgotten
            guard remembers else { return read(taken, before: after, program, instructions) }
            set = known.number(of: current.all)
        }
        let set = set
        let isFound = advance(taken, before: after, program, instructions)
        if !isFound {
            present()
        }
        known.note(isFound ? nil : self.set, after: set, taking: taken, before: following)
        return isFound
    }

    /// Reads a character with all current instructions, enters their successors and returns whether the end is reached.
    private mutating func advance(
        _ taken: UInt32,
        before after: UInt32?,
        _ program: Program,
        _ instructions: Span<Program.Instruction>
    ) -> Bool {
        steps += current.count
        for position in 0..<current.count {
            let index = current[position]
            let takes =
                switch instructions[index] {
                case .scalar(let wanted): wanted == taken
                case .set(let set): program.sets[set].contains(taken)
                default: false
                }
            if takes, enter(index + 1, instructions, between: taken, and: after) {
                return true
            }
        }
        return !program.beginsAtStart && enter(0, instructions, between: taken, and: after)
    }

    /// Follows instructions that read no character, from `index` to those that do; returns whether the end is reached.
    ///
    /// Instructions that were already reached are skipped. So an empty loop ends, and each character costs at most as
    /// many steps as the program has instructions.
    private mutating func enter(
        _ index: Int,
        _ instructions: Span<Program.Instruction>,
        between before: UInt32?,
        and after: UInt32?
    ) -> Bool {
        var index = index
        while true {
            steps += 1
            if next.insert(index) {
                switch instructions[index] {
                case .scalar, .set:
                    break
                case .assertion(let assertion):
                    if assertion.holds(between: before, and: after) {
                        index += 1
                        continue
                    }
                case .fork(let first, let second):
                    pending.append(second)
                    index = first
                    continue
                case .jump(let target):
                    index = target
                    continue
                case .found:
                    return true
                }
            }
            guard let left = pending.popLast() else { return false }
            index = left
        }
    }
}

extension SyntaxTree.Assertion {
    fileprivate func holds(between before: UInt32?, and after: UInt32?) -> Bool {
        switch self {
        case .start: before == nil
        case .end: after == nil
        case .wordBoundary: isWord(before) != isWord(after)
        case .noWordBoundary: isWord(before) == isWord(after)
        }
    }

    private func isWord(_ scalar: UInt32?) -> Bool {
        scalar.map { ScalarSet.word.contains($0) } ?? false
    }
}
