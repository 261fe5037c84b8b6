package import TunableEngine

/// Keys that somebody limited by hand, and why.
package struct ManualLimit: Equatable, Sendable {
    /// Which keys, flags and tunables alike; `*` is every one.
    package let patterns: KeyPatterns
    /// What was said of it.
    package let reason: String?

    /// Limits what matches.
    package init(patterns: KeyPatterns, reason: String?) {
        self.patterns = patterns
        self.reason = reason
    }

    /// The bytes of its patterns and its reason.
    var byteCount: Int {
        patterns.patterns.reduce(reason?.utf8.count ?? 0) { $0 + $1.text.utf8.count }
    }
}
