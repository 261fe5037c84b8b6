/// A key in which `*` stands for any run of characters, dots too; it matches whole keys.
package struct KeyPattern: Sendable, Equatable {
    /// The pattern as it was written.
    package let text: String

    /// What every key that it matches begins with: where among sorted keys to look.
    package let prefix: String

    /// Whether it has no `*`, and so is one key.
    package let isKey: Bool

    // What stands between stars; what stands before the first and behind the last is held to the key's ends.
    private let middle: [KeyWord]
    private let suffix: [UInt8]

    /// `*`: every key but built-in ones.
    package static let everyKey = KeyPattern(prefix: "", middle: [], suffix: [], text: "*")

    private init(prefix: String, middle: [KeyWord], suffix: [UInt8], text: String) {
        self.text = text
        self.prefix = prefix
        self.middle = middle
        self.suffix = suffix
        isKey = false
    }

    /// Takes a word that is a pattern.
    package init(_ text: String, limit: Int = Key.defaultLimit) throws(KeyFault) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
        if let place = bytes.firstIndex(where: { !Key.isAllowed($0) && $0 != KeyPattern.star }) {
            throw .character(at: place)
        }
        let words = bytes.split(separator: KeyPattern.star, omittingEmptySubsequences: false)
        self.text = text
        prefix = String(decoding: words[0], as: UTF8.self)
        isKey = words.count == 1
        suffix = isKey ? [] : Array(words[words.count - 1])
        middle = words.dropFirst().dropLast().filter { !$0.isEmpty }.map { KeyWord($0) }
    }

    /// Whether it begins with `*`, and so matches no built-in key where those are hidden.
    package var beginsWithStar: Bool { !isKey && prefix.isEmpty }

    /// Whether it is `*` or the like: every key matches, but for built-in ones where those are hidden.
    package var isEveryKey: Bool { beginsWithStar && middle.isEmpty && suffix.isEmpty }

    /// Whether it matches a key, in a time that grows with the key's length and the pattern's, not their product.
    ///
    /// As a list does not show dotfiles, built-in keys are hidden from patterns that begin with `*`, unless they are
    /// `includingBuiltIn`.
    package func matches(_ key: Span<UInt8>, includingBuiltIn: Bool = false) -> Bool {
        if beginsWithStar, !includingBuiltIn, Key.isBuiltIn(key) {
            return false
        }
        let prefix = prefix.utf8.span
        guard key.count >= prefix.count + suffix.count, !isKey || key.count == prefix.count else { return false }
        let end = key.count - suffix.count
        for place in 0..<prefix.count where key[place] != prefix[place] {
            return false
        }
        for place in 0..<suffix.count where key[end + place] != suffix[place] {
            return false
        }
        // The first place for each word leaves most room for the others.
        var start = prefix.count
        for word in middle {
            guard let next = word.end(in: key, from: start, to: end) else { return false }
            start = next
        }
        return true
    }

    /// Whether it matches a key.
    package func matches(_ key: Key, includingBuiltIn: Bool = false) -> Bool {
        matches(key.text.utf8.span, includingBuiltIn: includingBuiltIn)
    }

    /// Two patterns are the same where they are written the same.
    package static func == (left: KeyPattern, right: KeyPattern) -> Bool {
        left.text == right.text
    }

    private static let star = UInt8(ascii: "*")
}
