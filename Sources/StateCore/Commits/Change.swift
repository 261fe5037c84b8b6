package import JSONCore
package import TunableEngine

/// A change of one effective value.
package struct Change: Equatable, Sendable {
    package let key: Key
    /// The new value; nil if the key has no value any more.
    package let value: JSON?
    /// The old value; nil if the key had none.
    package let old: JSON?
    /// The origin of the new value.
    package let origin: Origin

    package init(key: Key, value: JSON?, old: JSON?, origin: Origin) {
        self.key = key
        self.value = value
        self.old = old
        self.origin = origin
    }

    /// Merges the changes of each key into one, from its first old value to its last new value.
    ///
    /// Drops a key whose value is the same in the end.
    package static func merged(_ changes: [Change]) -> [Change] {
        var indexes: [Key: Int] = [:]
        var merged: [Change] = []
        for change in changes {
            if let index = indexes[change.key] {
                let old = merged[index].old
                merged[index] = Change(key: change.key, value: change.value, old: old, origin: change.origin)
            } else {
                indexes[change.key] = merged.count
                merged.append(change)
            }
        }
        return indexes.count == changes.count ? changes : merged.filter { $0.value != $0.old }
    }
}
