import JSONCore

/// What the copies of a map share until one of them changes: the entries, and their keys once more in order.
final class KeyMapVersion<Value: Sendable> {
    var entries: KeyTrie<Value, NameHash>
    var order: KeyOrder

    init(entries: consuming KeyTrie<Value, NameHash>, order: consuming KeyOrder) {
        self.entries = entries
        self.order = order
    }

    /// A version of its own that shares everything below.
    func copy() -> KeyMapVersion {
        KeyMapVersion(entries: entries.copy(), order: order.copy())
    }
}

/// Only a map that holds its version alone changes it, and nodes below likewise: what several threads can reach stays as
/// it is. The thread sanitizer does not see the runtime's count, and takes a write for a race that comes after another
/// thread has let go of the same version, unless that thread has told so too.
extension KeyMapVersion: @unchecked Sendable {}
