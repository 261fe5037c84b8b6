/// A parser of ECMAScript's pattern syntax with the `u` flag, which refuses everything that the `u` flag refuses.
///
/// It counts the parts that it reads, and stops once a pattern has too many. So it never builds a large tree.
struct PatternParser {
    let scalars: [Unicode.Scalar]
    var offset = 0
    /// The number of parts that the rest of the pattern may have.
    private var room = RegularExpression.sizeLimit
    private var depth = 0
    private var groupNames: Set<String> = []

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    /// Reads the whole pattern.
    mutating func parse() throws(RegularExpressionFault) -> SyntaxTree {
        let tree = try alternatives()
        guard let rest = peek else { return tree }
        throw fault(.stray(rest))
    }

    private mutating func alternatives() throws(RegularExpressionFault) -> SyntaxTree {
        var parts = [try sequence()]
        while take("|") {
            parts.append(try sequence())
        }
        return parts.count == 1 ? parts[0] : .alternatives(parts)
    }

    private mutating func sequence() throws(RegularExpressionFault) -> SyntaxTree {
        var parts: [SyntaxTree] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            parts.append(try term())
        }
        switch parts.count {
        case 0:
            // An empty group adds nothing to the size of a program, but it takes memory in a tree.
            try count(1)
            return .empty
        case 1: return parts[0]
        default: return .sequence(parts)
        }
    }

    /// Reads one atom and its quantifier.
    private mutating func term() throws(RegularExpressionFault) -> SyntaxTree {
        let isGroup = peek == "("
        let thing = try atom()
        let start = offset
        guard let (least, most) = try quantifier() else { return thing }
        // An assertion in a group may be repeated.
        if case .assertion = thing, !isGroup {
            throw RegularExpressionFault(.nothingToRepeat, at: start)
        }
        return .repeated(thing, least: least, most: most)
    }

    private mutating func atom() throws(RegularExpressionFault) -> SyntaxTree {
        let start = offset
        guard let scalar = next() else { return .empty }
        switch scalar {
        case "(": return try group(from: start)
        case "[": return .set(try characterClass(from: start))
        default:
            let leaf = try leaf(scalar, from: start)
            try count(leaf.size ?? 1)
            return leaf
        }
    }

    /// Reads an atom that is neither a group nor a class; `scalar`, its first character, was already read.
    private mutating func leaf(_ scalar: Unicode.Scalar, from start: Int) throws(RegularExpressionFault) -> SyntaxTree {
        switch scalar {
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case ".": return .set(.dot)
        case "\\": return try escape(from: start)
        case "*", "+", "?": throw RegularExpressionFault(.nothingToRepeat, at: start)
        case "{", "}", "]": throw RegularExpressionFault(.stray(scalar), at: start)
        default: return .scalar(scalar.value)
        }
    }

    private mutating func group(from start: Int) throws(RegularExpressionFault) -> SyntaxTree {
        if take("?") {
            try groupKind(from: start)
        }
        guard depth < RegularExpression.depthLimit else {
            throw RegularExpressionFault(.tooDeep(limit: RegularExpression.depthLimit), at: start)
        }
        depth += 1
        let tree = try alternatives()
        depth -= 1
        guard take(")") else { throw RegularExpressionFault(.unclosed("("), at: start) }
        return tree
    }

    /// Reads what follows `(?`; groups capture nothing, so names are only checked.
    private mutating func groupKind(from start: Int) throws(RegularExpressionFault) {
        if take(":") {
            return
        }
        if take("=") || take("!") {
            throw RegularExpressionFault(.unsupported(.lookAhead), at: start)
        }
        guard take("<") else {
            throw RegularExpressionFault(isModifier ? .unsupported(.modifiers) : .groupKind, at: start)
        }
        if take("=") || take("!") {
            throw RegularExpressionFault(.unsupported(.lookBehind), at: start)
        }
        let name = text(upTo: ">")
        guard let name, isIdentifier(name), groupNames.insert(name).inserted else {
            throw RegularExpressionFault(.groupName(name ?? ""), at: start)
        }
    }

    private var isModifier: Bool {
        peek.map { "imsx-".unicodeScalars.contains($0) } ?? false
    }

    private func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        return (first.properties.isIDStart || first == "$" || first == "_")
            && name.unicodeScalars.dropFirst().allSatisfy {
                $0.properties.isIDContinue || $0 == "$" || $0 == "\u{200C}" || $0 == "\u{200D}"
            }
    }
}

extension PatternParser {
    /// Reads a quantifier if there is one; a lazy quantifier matches the same texts, so its `?` is skipped.
    private mutating func quantifier() throws(RegularExpressionFault) -> (least: Int, most: Int?)? {
        let bounds: (least: Int, most: Int?)
        if take("*") {
            bounds = (0, nil)
        } else if take("+") {
            bounds = (1, nil)
        } else if take("?") {
            bounds = (0, 1)
        } else if peek == "{" {
            bounds = try countedBounds()
        } else {
            return nil
        }
        _ = take("?")
        return bounds
    }

    private mutating func countedBounds() throws(RegularExpressionFault) -> (least: Int, most: Int?) {
        let start = offset
        offset += 1
        guard let least = number() else { throw RegularExpressionFault(.stray("{"), at: start) }
        var most: Int? = least
        if take(",") {
            most = number()
        }
        guard take("}") else {
            throw RegularExpressionFault(peek == nil ? .unclosed("{") : .stray("{"), at: start)
        }
        if let most, most < least {
            throw RegularExpressionFault(.backwards(text(from: start)), at: start)
        }
        return (least, most)
    }

    /// Reads digits as a number, or returns nil if there are none.
    ///
    /// A number that is too large is clamped. It is still so large that the pattern is refused later.
    private mutating func number() -> Int? {
        var value: Int?
        while let digit = peek, ("0"..."9").contains(digit) {
            offset += 1
            let (tens, overflow) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, overflowAgain) = tens.addingReportingOverflow(Int(digit.value - 0x30))
            value = overflow || overflowAgain || sum > Int.max / 16 ? Int.max / 16 : sum
        }
        return value
    }
}

extension PatternParser {
    /// Counts parts that were read, and throws if the pattern has too many.
    mutating func count(_ parts: Int) throws(RegularExpressionFault) {
        try requireRoom(for: parts)
        room -= parts
    }

    /// Throws if the pattern would have too many parts with so many more.
    func requireRoom(for parts: Int) throws(RegularExpressionFault) {
        guard parts <= room else { throw .tooLarge }
    }
}

extension PatternParser {
    /// The next character, or nil at the end.
    var peek: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

    /// Reads and returns the next character, or returns nil at the end.
    mutating func next() -> Unicode.Scalar? {
        guard let scalar = peek else { return nil }
        offset += 1
        return scalar
    }

    /// Skips the next character if it is `scalar`, and returns whether it is.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        offset += 1
        return true
    }

    /// Reads the text up to `end` and skips `end`; returns nil and reads nothing if there is no `end`.
    mutating func text(upTo end: Unicode.Scalar) -> String? {
        guard let stop = scalars[offset...].firstIndex(of: end) else { return nil }
        let start = offset
        offset = stop
        let text = text(from: start)
        offset += 1
        return text
    }

    /// Returns the text from `start` to the current offset.
    func text(from start: Int) -> String {
        String(String.UnicodeScalarView(scalars[start..<offset]))
    }

    /// Returns a fault at the current offset.
    func fault(_ reason: RegularExpressionFault.Reason) -> RegularExpressionFault {
        RegularExpressionFault(reason, at: offset)
    }
}
