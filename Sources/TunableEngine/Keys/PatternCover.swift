/// A set of patterns that finds out whether one of them covers another pattern.
package struct PatternCover {
    /// The patterns without `*`, each of which covers only itself.
    private var keys: Set<String> = []
    /// The patterns with `*`.
    private var wide: [KeyPattern] = []

    package init() {}

    package init(_ patterns: some Sequence<KeyPattern>) {
        for pattern in patterns {
            insert(pattern)
        }
    }

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

    /// Returns the patterns that no other pattern covers, in their order; of patterns that cover each other, the first.
    package static func uncovered(_ patterns: [KeyPattern]) -> [KeyPattern] {
        // The first pass keeps patterns that a later pattern covers. The second pass, from the end, removes them.
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
