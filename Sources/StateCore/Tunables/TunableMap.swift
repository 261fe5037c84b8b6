import TunableEngine

/// The tunables by key: every key that is declared, was set, or has a value in an active layer.
///
/// Of the built-in tunables the table holds those that differ from what is built in, or did once.
struct TunableMap: Sendable {
    private(set) var entries: KeyMap<StoredTunable>
    /// How many of the keys begin with `stew.`.
    private(set) var builtInCount = 0
    /// How many of the keys are those of built-in tunables.
    private(set) var knownBuiltIns = 0

    init(_ entries: KeyMap<StoredTunable> = KeyMap()) {
        self.entries = entries
        entries.visit(withPrefix: "\(Key.builtInPrefix)") { key, _ in
            count(key, by: 1)
            return true
        }
    }

    /// Lets `body` change a key's tunable in place; only `State.store` may do that.
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

    /// Adds each built-in tunable that the table does not hold, for a walk through all.
    mutating func listBuiltIns() {
        BuiltInTunables.all.forEachInOrder { key, builtIn in
            update(key) { $0 = $0 ?? copy builtIn }
        }
    }
}
