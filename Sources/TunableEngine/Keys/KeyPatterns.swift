package import JSONCore

/// One or several patterns, which match a key if one of them does.
package struct KeyPatterns: Sendable, Equatable {
    /// The patterns, in the order in which they were given.
    package let patterns: [KeyPattern]

    package init(patterns: [KeyPattern]) {
        self.patterns = patterns
    }

    /// Creates patterns from a parameter such as `match` or `locks`: a pattern, or an array of patterns.
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

    /// Returns whether one of the patterns matches a key.
    package func matches(_ key: Span<UInt8>, includingBuiltIn: Bool = false) -> Bool {
        for pattern in patterns where pattern.matches(key, includingBuiltIn: includingBuiltIn) {
            return true
        }
        return false
    }

    /// Returns whether one of the patterns matches a key.
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
