import JSONCore

/// Builds a map from entries in ascending order of keys, several times as fast as single insertions.
package struct KeyMapBuilder<Value: Sendable>: ~Copyable {
    private var entries = KeyTrie<Value, NameHash>()
    private var order = KeyOrderBuilder()

    package init() {}

    /// Adds an entry, and returns false without adding it if its key is not greater than the previous key.
    package mutating func append(_ value: Value, for key: Span<UInt8>) -> Bool {
        let hash = NameHash.of(key)
        return KeyBytes.borrow(key) { key in
            KeyOrder.checkCount(of: key)
            guard order.append(key) else { return false }
            entries.insert(value, for: key, hash: hash)
            return true
        }
    }

    package consuming func finish() -> KeyMap<Value> {
        let order = order.finish()
        return KeyMap(entries: entries, order: order)
    }
}
