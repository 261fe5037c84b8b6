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
    /// The end of the new value; nil if it is not temporary.
    package let end: Moment?

    package init(key: Key, value: JSON?, old: JSON?, origin: Origin, end: Moment? = nil) {
        self.key = key
        self.value = value
        self.old = old
        self.origin = origin
        self.end = end
    }

    /// Returns the change from another old value to the same new value.
    package func replacing(old: JSON?) -> Change {
        Change(key: key, value: value, old: old, origin: origin, end: end)
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
                merged[index] = change.replacing(old: old)
            } else {
                indexes[change.key] = merged.count
                merged.append(change)
            }
        }
        return indexes.count == changes.count ? changes : merged.filter { $0.value != $0.old }
    }
}
