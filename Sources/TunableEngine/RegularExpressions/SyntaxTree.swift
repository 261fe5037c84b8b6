/// What a pattern says, as it was nested.
indirect enum SyntaxTree {
    case empty
    case scalar(UInt32)
    case set(ScalarSet)
    case assertion(Assertion)
    case sequence([SyntaxTree])
    case alternatives([SyntaxTree])
    case repeated(SyntaxTree, least: Int, most: Int?)

    /// What must be true between two characters.
    enum Assertion {
        case start
        case end
        case wordBoundary
        case noWordBoundary
    }
}

extension SyntaxTree {
    /// How many instructions it takes, found without making them; none where the number is beyond counting.
    var size: Int? {
        switch self {
        case .empty: 0
        case .scalar, .assertion: 1
        case .set(let set): set.size
        case .sequence(let parts): SyntaxTree.sum(parts, each: 0)
        case .alternatives(let parts): SyntaxTree.sum(parts, each: 2)
        case .repeated(let part, let least, let most): SyntaxTree.size(of: part, least: least, most: most)
        }
    }

    /// Whether each way through it begins with `^`, so that it is found at the text's beginning or nowhere.
    var beginsAtStart: Bool {
        switch self {
        case .assertion(.start): true
        case .sequence(let parts): parts.first?.beginsAtStart ?? false
        case .alternatives(let parts): parts.allSatisfy(\.beginsAtStart)
        case .repeated(let part, let least, _): least > 0 && part.beginsAtStart
        default: false
        }
    }

    private static func sum(_ parts: [SyntaxTree], each: Int) -> Int? {
        var sum = 0
        for part in parts {
            guard let size = part.size else { return nil }
            let (next, overflow) = sum.addingReportingOverflow(size + each)
            guard !overflow, next < Int.max / 2 else { return nil }
            sum = next
        }
        return sum
    }

    private static func size(of part: SyntaxTree, least: Int, most: Int?) -> Int? {
        // What takes nothing takes nothing however often: it is not repeated at all.
        guard let size = part.size, size > 0 else { return part.size }
        let (needed, tooManyNeeded) = least.multipliedReportingOverflow(by: size)
        let (offered, tooManyOffered) =
            most.map { ($0 - least).multipliedReportingOverflow(by: size + 1) } ?? (size + 2, false)
        let (sum, overflow) = needed.addingReportingOverflow(offered)
        guard !tooManyNeeded, !tooManyOffered, !overflow, sum < Int.max / 2 else { return nil }
        return sum
    }
}
