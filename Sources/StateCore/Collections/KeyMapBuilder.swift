import JSONCore

/// Makes a map of entries that come in the order of their keys: several times as fast as one by one.
package struct KeyMapBuilder<Value: Sendable>: ~Copyable {
    private var entries = KeyTrie<Value, NameHash>()
    private var order = KeyOrderBuilder()

    /// Begins with nothing.
    package init() {}

    /// Adds an entry; `false`, and nothing done, when the key does not come behind the one before it.
    package mutating func append(_ value: Value, for key: Span<UInt8>) -> Bool {
        let hash = NameHash.of(key)
        return KeyBytes.lend(key) { key in
            KeyOrder.checkCount(of: key)
            guard order.append(key) else { return false }
            entries.insert(value, for: key, hash: hash)
            return true
        }
    }

    /// The map of what was added.
    package consuming func finish() -> KeyMap<Value> {
        let order = order.finish()
        return KeyMap(entries: entries, order: order)
    }
}
