/// The words that a command accepts for each argument, parsed from its usage.
///
/// - A word in capitals is a placeholder, and any other word is literal.
/// - Brackets enclose optional words.
/// - A bar separates alternatives.
/// - An ellipsis follows a word that may be repeated.
struct ArgumentWords {
    private let alternatives: [[String]]

    /// Parses a usage, such as `[list | get NAME | put FILE]`.
    init(_ usage: String) {
        var parts: [String] = [""]
        var depth = 0
        let isWhole = ArgumentWords.isOneBracket(usage)
        for character in isWhole ? usage.dropFirst().dropLast() : usage[...] {
            switch character {
            case "[": depth += 1
            case "]": depth -= 1
            case "|" where depth == 0 && parts[parts.count - 1].last == " ": parts.append("")
            default: parts[parts.count - 1].append(character)
            }
        }
        alternatives = parts.map { $0.split(separator: " ").map(String.init) }
    }

    /// Returns the placeholders and literal words that may follow the given words.
    func next(after words: [String]) -> [String] {
        var found: [String] = []
        for alternative in alternatives where ArgumentWords.matches(words, alternative) {
            guard let wordIndex = ArgumentWords.wordIndex(words.count, in: alternative) else { continue }
            let names = ArgumentWords.name(alternative[wordIndex]).split(separator: "|").map(String.init)
            for name in names where !found.contains(name) { found.append(name) }
        }
        return found
    }

    private static func matches(_ words: [String], _ alternative: [String]) -> Bool {
        words.enumerated().allSatisfy { index, word in
            guard let wordIndex = wordIndex(index, in: alternative) else { return false }
            let names = name(alternative[wordIndex]).split(separator: "|")
            return names.contains { !isLiteral($0) || $0 == word }
        }
    }

    /// Returns the index of the usage's word for an argument; the last word of the usage may be repeated.
    private static func wordIndex(_ index: Int, in alternative: [String]) -> Int? {
        if index < alternative.count { return index }
        return alternative.last?.hasSuffix("...") == true ? alternative.count - 1 : nil
    }

    private static func name(_ word: String) -> String {
        word.hasSuffix("...") ? String(word.dropLast(3)) : word
    }

    /// Returns whether a word of a usage is literal.
    static func isLiteral(_ word: some StringProtocol) -> Bool {
        word.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    }

    private static func isOneBracket(_ usage: String) -> Bool {
        guard usage.first == "[", usage.last == "]" else { return false }
        var depth = 0
        for character in usage.dropLast() {
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if depth == 0 { return false }
        }
        return true
    }
}
