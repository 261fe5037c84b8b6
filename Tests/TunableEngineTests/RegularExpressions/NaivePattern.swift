import TestSupport

/// A simple pattern, matched by trying every way; the oracle of the automaton.
indirect enum NaivePattern {
    case letter(Character)
    case any
    case letters([Character], isInverted: Bool)
    case start
    case end
    case boundary
    case noBoundary
    case sequence([NaivePattern])
    case either([NaivePattern])
    case repeated(NaivePattern, least: Int, most: Int?, isLazy: Bool)

    /// Returns a pattern with at most this nesting.
    static func random(depth: Int, using random: inout SeededGenerator) -> NaivePattern {
        let letters: [Character] = ["a", "b", "-"]
        switch Int.random(in: 0..<(depth > 0 ? 12 : 7), using: &random) {
        case 0...2: return .letter(letters.randomElement(using: &random) ?? "a")
        case 3: return .any
        case 4:
            let some = letters.filter { _ in Bool.random(using: &random) }
            return .letters(some, isInverted: .random(using: &random))
        case 5: return Bool.random(using: &random) ? .start : .end
        case 6: return Bool.random(using: &random) ? .boundary : .noBoundary
        case 7, 8:
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                NaivePattern.random(depth: depth - 1, using: &random)
            }
            return .sequence(parts)
        case 9:
            let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in
                NaivePattern.random(depth: depth - 1, using: &random)
            }
            return .either(parts)
        default:
            let least = Int.random(in: 0...2, using: &random)
            let most = Bool.random(using: &random) ? nil : least + Int.random(in: 0...2, using: &random)
            let part = NaivePattern.random(depth: depth - 1, using: &random)
            return .repeated(part, least: least, most: most, isLazy: .random(using: &random))
        }
    }

    /// The pattern in ECMAScript's syntax.
    var text: String {
        switch self {
        case .letter(let letter): String(letter)
        case .any: "."
        case .letters(let letters, let isInverted): "[\(isInverted ? "^" : "")\(String(letters))]"
        case .start: "^"
        case .end: "$"
        case .boundary: #"\b"#
        case .noBoundary: #"\B"#
        case .sequence(let parts): "(?:" + parts.map(\.text).joined() + ")"
        case .either(let parts): "(" + parts.map(\.text).joined(separator: "|") + ")"
        case .repeated(let part, let least, let most, let isLazy):
            "(?:\(part.text))" + NaivePattern.quantifier(least, most) + (isLazy ? "?" : "")
        }
    }

    private static func quantifier(_ least: Int, _ most: Int?) -> String {
        switch (least, most) {
        case (0, nil): "*"
        case (1, nil): "+"
        case (0, 1): "?"
        case (_, nil): "{\(least),}"
        case (_, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
        }
    }

    func isFound(in text: [Character]) -> Bool {
        (0...text.count).contains { !ends(in: text, from: [$0]).isEmpty }
    }

    /// Returns the offsets where a match that begins at one of these offsets can end.
    private func ends(in text: [Character], from starts: Set<Int>) -> Set<Int> {
        switch self {
        case .letter(let letter): advance(starts, in: text) { $0 == letter }
        case .any: advance(starts, in: text) { $0 != "\n" }
        case .letters(let letters, let isInverted): advance(starts, in: text) { letters.contains($0) != isInverted }
        case .start: starts.filter { $0 == 0 }
        case .end: starts.filter { $0 == text.count }
        case .boundary: starts.filter { isBoundary($0, in: text) }
        case .noBoundary: starts.filter { !isBoundary($0, in: text) }
        case .sequence(let parts): parts.reduce(starts) { $1.ends(in: text, from: $0) }
        case .either(let parts): parts.reduce(into: []) { $0.formUnion($1.ends(in: text, from: starts)) }
        case .repeated(let part, let least, let most, _): repeatedEnds(of: part, least, most, in: text, from: starts)
        }
    }

    private func repeatedEnds(
        of part: NaivePattern,
        _ least: Int,
        _ most: Int?,
        in text: [Character],
        from starts: Set<Int>
    ) -> Set<Int> {
        var offsets = starts
        for _ in 0..<least {
            offsets = part.ends(in: text, from: offsets)
        }
        var all = offsets
        // More rounds than offsets find no new offset.
        for _ in 0..<min(most.map { $0 - least } ?? .max, text.count + 1) {
            offsets = part.ends(in: text, from: offsets)
            all.formUnion(offsets)
        }
        return all
    }

    private func advance(_ starts: Set<Int>, in text: [Character], where takes: (Character) -> Bool) -> Set<Int> {
        Set(starts.filter { $0 < text.count && takes(text[$0]) }.map { $0 + 1 })
    }

    private func isBoundary(_ offset: Int, in text: [Character]) -> Bool {
        let isWordBefore = offset > 0 && text[offset - 1].isLetter
        let isWordAfter = offset < text.count && text[offset].isLetter
        return isWordBefore != isWordAfter
    }
}
