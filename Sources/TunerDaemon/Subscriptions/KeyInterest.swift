import JSONCore
import StateCore
import TunableEngine

/// The keys of a subscription, given as keys and patterns.
struct KeyInterest {
    private(set) var keys: Set<Key>
    /// The patterns that contain a star.
    let patterns: [KeyPattern]

    /// Creates an interest; a pattern without a star counts as a key.
    init(keys: [Key], patterns: [KeyPattern]) {
        let named = patterns.filter(\.isKey).map { Key(known: $0.text.utf8.span) }
        self.keys = Set(keys + named)
        self.patterns = patterns.filter { !$0.isKey }
    }

    /// All keys except built-in keys.
    static let everything = KeyInterest(keys: [], patterns: [.everyKey])

    /// The bytes of memory that a key or pattern uses in the interest and in an index, without its text.
    static let memoryOfName = 160

    /// The bytes of memory that the interest uses, including its entries in an index.
    var memory: Int {
        let ofPatterns = patterns.reduce(0) { $0 + KeyInterest.memoryOfName + $1.memory }
        return keys.reduce(ofPatterns) {
            $0 + KeyInterest.memoryOfName + String.memory(ofBytes: $1.text.utf8.count)
        }
    }

    /// The distinct texts before the first star of each pattern.
    var prefixes: Set<String> { Set(patterns.lazy.map(\.prefix)) }

    /// Adds keys.
    mutating func insert(_ others: Set<Key>) { keys.formUnion(others) }

    /// Returns whether a key is among the keys or matches a pattern.
    func wants(_ key: Key) -> Bool {
        keys.contains(key) || patterns.contains { $0.matches(key) }
    }
}
