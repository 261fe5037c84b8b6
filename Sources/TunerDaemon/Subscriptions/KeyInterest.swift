import JSONCore
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

    /// Bytes of memory that a name takes besides its text, in the interest and in an index.
    static let memoryOfName = 160

    /// Bytes of memory that it takes, with its place in an index.
    var memory: Int {
        let ofPatterns = patterns.reduce(0) { $0 + KeyInterest.memoryOfName + $1.memory }
        return keys.reduce(ofPatterns) {
            $0 + KeyInterest.memoryOfName + String.memory(ofBytes: $1.text.utf8.count)
        }
    }

    /// What stands before the first star of each pattern, each once.
    var prefixes: Set<String> { Set(patterns.lazy.map(\.prefix)) }

    /// Whether a key is wanted.
    func wants(_ key: Key) -> Bool {
        keys.contains(key) || patterns.contains { $0.matches(key) }
    }
}
