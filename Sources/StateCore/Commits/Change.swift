package import JSONCore
package import TunableEngine

/// What became of one effective value.
package struct Change: Equatable, Sendable {
    /// Whose value.
    package let key: Key
    /// The new value; none where the key has none any more.
    package let value: JSON?
    /// The old value; none where the key had none.
    package let old: JSON?
    /// Where the new value comes from.
    package let origin: Origin

    /// Notes what became of a value.
    package init(key: Key, value: JSON?, old: JSON?, origin: Origin) {
        self.key = key
        self.value = value
        self.old = old
        self.origin = origin
    }

    /// One change for each key, from its first old value to its last; none where they are the same.
    package static func merged(_ changes: [Change]) -> [Change] {
        var places: [Key: Int] = [:]
        var merged: [Change] = []
        for change in changes {
            if let place = places[change.key] {
                let old = merged[place].old
                merged[place] = Change(key: change.key, value: change.value, old: old, origin: change.origin)
            } else {
                places[change.key] = merged.count
                merged.append(change)
            }
        }
        return places.count == changes.count ? changes : merged.filter { $0.value != $0.old }
    }
}
