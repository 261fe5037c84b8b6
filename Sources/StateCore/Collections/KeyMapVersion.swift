import JSONCore

/// The storage that copies of a map share until one of them changes: a trie of entries, and a tree of the sorted
/// keys.
final class KeyMapVersion<Value: Sendable> {
    var entries: KeyTrie<Value, NameHash>
    var order: KeyOrder

    init(entries: consuming KeyTrie<Value, NameHash>, order: consuming KeyOrder) {
        self.entries = entries
        self.order = order
    }

    /// Returns a new version that shares all nodes with this one.
    func copy() -> KeyMapVersion {
        KeyMapVersion(entries: entries.copy(), order: order.copy())
    }
}

/// Several threads may use this because shared memory never changes: only a sole owner changes a version or a node.
///
/// The thread sanitizer does not observe the runtime's reference counts. It reports a false race if one thread
/// changes a version that another thread has just released, unless the release is synchronized in another way too.
extension KeyMapVersion: @unchecked Sendable {}
