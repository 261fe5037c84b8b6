package import TunableEngine

/// A kill switch entry that a user set: patterns and the reason.
package struct KillSwitchEntry: Equatable, Sendable {
    /// The patterns, which apply to flags and tunables.
    ///
    /// `*` matches every key.
    package let patterns: KeyPatterns
    package let reason: String?

    package init(patterns: KeyPatterns, reason: String?) {
        self.patterns = patterns
        self.reason = reason
    }

    /// The bytes of the patterns and the reason.
    var byteCount: Int {
        patterns.patterns.reduce(reason?.utf8.count ?? 0) { $0 + $1.text.utf8.count }
    }
}
