import TunableEngine

/// The tunables by key: every key that is declared, has a local value, or has a value in an active layer.
///
/// Of the built-in tunables, the map holds those that differ from their declaration, or once did.
struct TunableMap: Sendable {
    private(set) var entries: KeyMap<StoredTunable>
    /// The number of keys with the built-in prefix `stew.`.
    private(set) var builtInCount = 0
    /// The number of keys that are built-in tunables.
    private(set) var knownBuiltIns = 0

    init(_ entries: KeyMap<StoredTunable> = KeyMap()) {
        self.entries = entries
        entries.visit(withPrefix: "\(Key.builtInPrefix)") { key, _ in
            count(key, by: 1)
            return true
        }
    }

    /// Calls `body` to change a key's tunable in place.
    ///
    /// Outside of this type, only `State.store` may call it.
    @inline(__always)
    mutating func update<Failure: Error>(
        _ key: Span<UInt8>,
        _ body: (inout StoredTunable?) throws(Failure) -> Void
    ) throws(Failure) {
        let isBuiltIn = Key.isBuiltIn(key)
        let oldCount = isBuiltIn ? entries.count : 0
        try entries.update(key, body)
        if isBuiltIn {
            count(key, by: entries.count - oldCount)
        }
    }

    private mutating func count(_ key: Span<UInt8>, by difference: Int) {
        builtInCount += difference
        knownBuiltIns += BuiltInTunables.contains(key) ? difference : 0
    }

    /// Stores each built-in tunable that the map does not hold, so that a visit includes all of them.
    mutating func listBuiltIns() {
        BuiltInTunables.all.forEachInOrder { key, builtIn in
            update(key) { $0 = $0 ?? copy builtIn }
        }
    }
}
