package import JSONCore

/// One pattern or several: a key matches where one of them does.
package struct KeyPatterns: Sendable, Equatable {
    /// The patterns in the order in which they were given.
    package let patterns: [KeyPattern]

    /// Takes patterns.
    package init(patterns: [KeyPattern]) {
        self.patterns = patterns
    }

    /// Takes what `match` and `locks` take: a pattern, or an array of them.
    package init(_ value: JSON, limit: Int = Key.defaultLimit) throws(KeyPatternsFault) {
        switch value {
        case .string(let word):
            patterns = [try KeyPatterns.pattern(word, limit: limit)]
        case .array(let elements):
            var patterns: [KeyPattern] = []
            for element in elements {
                guard case .string(let word) = element else { throw .kind(element.kind) }
                patterns.append(try KeyPatterns.pattern(word, limit: limit))
            }
            self.patterns = patterns
        default:
            throw .kind(value.kind)
        }
    }

    /// Whether one of them matches a key.
    package func matches(_ key: Span<UInt8>, includingBuiltIn: Bool = false) -> Bool {
        for pattern in patterns where pattern.matches(key, includingBuiltIn: includingBuiltIn) {
            return true
        }
        return false
    }

    /// Whether one of them matches a key.
    package func matches(_ key: Key, includingBuiltIn: Bool = false) -> Bool {
        matches(key.text.utf8.span, includingBuiltIn: includingBuiltIn)
    }

    private static func pattern(_ word: String, limit: Int) throws(KeyPatternsFault) -> KeyPattern {
        do {
            return try KeyPattern(word, limit: limit)
        } catch {
            throw .pattern(word, error)
        }
    }
}
