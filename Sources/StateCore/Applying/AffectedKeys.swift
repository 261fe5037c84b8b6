import FlagEngine
import JSONCore
import TunableEngine

/// The keys and flags that must be recomputed because a layer or the kill switch changed.
struct AffectedKeys {
    private var unordered: Set<Key> = []
    private(set) var flags: Set<FlagKey> = []

    /// The keys in byte order.
    var keys: [Key] { unordered.sorted() }

    mutating func add(_ layer: Layer?) {
        layer?.values.forEachInOrder { key, _ in
            add(key)
        }
        flags.formUnion(layer?.flags.keys.map { $0 } ?? [])
    }

    /// Adds the keys that two layers of one name can resolve differently, and all flags of both.
    mutating func addDifferences(from old: Layer?, to new: Layer?) {
        guard let old, let new, old.locks == new.locks, old.isKillSwitch == new.isKillSwitch else {
            add(old)
            return add(new)
        }
        new.values.forEachInOrder { key, value in
            if !(old.values.withValue(of: key) { $0.isSameScalar(as: value) } ?? false) { add(key) }
        }
        old.values.forEachInOrder { key, _ in
            if !new.values.contains(key) { add(key) }
        }
        flags.formUnion(old.flags.keys)
        flags.formUnion(new.flags.keys)
    }

    mutating func add(_ key: FlagKey) {
        flags.insert(key)
    }

    mutating func add(_ key: Span<UInt8>) {
        unordered.insert(Key(known: key))
    }

    mutating func addBuiltIn(matching pattern: KeyPattern) {
        BuiltInTunables.all.visit(withPrefix: pattern.prefix) { key, _ in
            if pattern.matches(key, includingBuiltIn: true) {
                add(key)
            }
            return true
        }
    }
}

extension JSON {
    /// Returns whether both are the same value, and not an array or an object.
    ///
    /// Equal objects can have their members in another order, which clients see.
    fileprivate func isSameScalar(as other: JSON) -> Bool {
        switch self {
        case .array, .object: false
        default: self == other
        }
    }
}
