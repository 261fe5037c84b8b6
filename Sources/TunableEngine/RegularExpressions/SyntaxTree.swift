/// The syntax tree of a pattern.
indirect enum SyntaxTree {
    case empty
    case scalar(UInt32)
    case set(ScalarSet)
    case assertion(Assertion)
    case sequence([SyntaxTree])
    case alternatives([SyntaxTree])
    case repeated(SyntaxTree, least: Int, most: Int?)

    /// A condition on the two characters around an offset.
    enum Assertion {
        case start
        case end
        case wordBoundary
        case noWordBoundary
    }
}

extension SyntaxTree {
    /// The number of instructions for the tree, computed without creating them; nil if the number overflows.
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

    /// Whether every alternative begins with `^`, so that the pattern can match only at the beginning of a text.
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
        // A part that reads no character matches equally well once, so it is not repeated.
        guard let size = part.size, size > 0 else { return part.size }
        let (needed, tooManyNeeded) = least.multipliedReportingOverflow(by: size)
        let (offered, tooManyOffered) =
            most.map { ($0 - least).multipliedReportingOverflow(by: size + 1) } ?? (size + 2, false)
        let (sum, overflow) = needed.addingReportingOverflow(offered)
        guard !tooManyNeeded, !tooManyOffered, !overflow, sum < Int.max / 2 else { return nil }
        return sum
    }
}
