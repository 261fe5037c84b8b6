/// Patterns prepared for the question which other patterns they cover.
package struct PatternCover {
    /// The patterns without `*`: each covers only itself.
    private var keys: Set<String> = []
    /// The patterns with `*`.
    private var wide: [KeyPattern] = []

    /// Contains no pattern.
    package init() {}

    /// Contains the patterns.
    package init(_ patterns: some Sequence<KeyPattern>) {
        for pattern in patterns {
            insert(pattern)
        }
    }

    /// Adds a pattern.
    package mutating func insert(_ pattern: KeyPattern) {
        if pattern.isKey {
            keys.insert(pattern.text)
        } else {
            wide.append(pattern)
        }
    }

    /// Returns whether one of the patterns covers `pattern`.
    package func covers(_ pattern: KeyPattern) -> Bool {
        pattern.isKey && keys.contains(pattern.text) || wide.contains { $0.covers(pattern) }
    }

    /// Returns the patterns that no other one of `patterns` covers, in their order; of several that cover each other, the
    /// first.
    package static func uncovered(_ patterns: [KeyPattern]) -> [KeyPattern] {
        // What a later pattern covers goes in the second pass, from the end.
        var forward = PatternCover()
        let first = patterns.filter { pattern in
            guard !forward.covers(pattern) else { return false }
            forward.insert(pattern)
            return true
        }
        var backward = PatternCover()
        let kept = first.reversed().filter { pattern in
            guard !backward.covers(pattern) else { return false }
            backward.insert(pattern)
            return true
        }
        return kept.reversed()
    }
}
