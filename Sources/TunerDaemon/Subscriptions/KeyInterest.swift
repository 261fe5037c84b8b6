import StateCore
import TunableEngine

/// Which keys somebody wants to know of: some by name, some by pattern, or all but built-in ones.
struct KeyInterest {
    /// Keys named in full.
    let keys: Set<Key>
    /// Patterns that are no keys.
    let patterns: [KeyPattern]

    /// What is named, and what matches; a pattern without a star is a key.
    init(keys: [Key], patterns: [KeyPattern]) {
        let named = patterns.filter(\.isKey).map { Key(known: $0.text.utf8.span) }
        self.keys = Set(keys + named)
        self.patterns = patterns.filter { !$0.isKey }
    }

    /// All keys but built-in ones.
    static let everything = KeyInterest(keys: [], patterns: [.everyKey])

    /// What stands before the first star of each pattern, each once.
    var prefixes: Set<String> { Set(patterns.lazy.map(\.prefix)) }

    /// Whether a key is wanted.
    func wants(_ key: Key) -> Bool {
        keys.contains(key) || patterns.contains { $0.matches(key) }
    }
}
