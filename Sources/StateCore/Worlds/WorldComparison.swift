package import FlagEngine
package import TunableEngine

/// How a world differs from the shared state, or one page of it.
package struct WorldComparison {
    /// The override of a flag in the world.
    package struct Override {
        package let key: FlagKey
        package let override: StoredOverride
    }

    /// The keys whose value in the world differs from the shared value, in byte order.
    package fileprivate(set) var changes: [Change] = []
    /// The values of the world that have no effect now, but that a merge would store, in byte order.
    package fileprivate(set) var withoutEffect: [Change] = []
    /// The overrides of flags in the world, in byte order.
    package fileprivate(set) var overrides: [Override] = []
    /// The last key of this page; nil if no page follows.
    package fileprivate(set) var last: Key?
}

extension State {
    /// Returns the keys whose value in the world differs from the shared value, at most `most` of them, in byte order.
    package func differences(of world: World, atMost most: Int = .max) -> [Change] {
        comparison(of: world, atMost: most).changes
    }

    /// Returns how a world differs from the shared state: at most `most` keys and `most` flags, after the key `start`.
    package func comparison(of world: World, after start: Key? = nil, atMost most: Int = .max) -> WorldComparison {
        var comparison = WorldComparison()
        addValues(of: world, after: start, atMost: most, to: &comparison)
        addOverrides(of: world, after: start, atMost: most, to: &comparison)
        return comparison
    }

    private func addValues(of world: World, after start: Key?, atMost most: Int, to page: inout WorldComparison) {
        var previous: Key?
        world.values.visit(withPrefix: "", after: start) { bytes, own in
            let shared = tunable(bytes)
            let effective = resolution(of: bytes, in: world)
            let hasEffect = effective.value != shared?.value
            // A merge would store the same value again.
            if !hasEffect, shared?.local == LocalValue(own.value) { return true }
            guard page.changes.count + page.withoutEffect.count < most else {
                page.last = previous
                return false
            }
            let key = Key(known: bytes)
            let origin = hasEffect ? effective.origin : .world
            let change = Change(
                key: key,
                value: hasEffect ? effective.value : own.value,
                old: shared?.value,
                origin: origin,
                end: end(of: bytes, origin, in: world)
            )
            if hasEffect { page.changes.append(change) } else { page.withoutEffect.append(change) }
            previous = key
            return true
        }
    }

    /// Adds the overrides of the same keys as the values of the page, or ends the page earlier.
    private func addOverrides(of world: World, after start: Key?, atMost most: Int, to page: inout WorldComparison) {
        var previous: Key?
        world.flags.visit(withPrefix: "", after: start) { bytes, override in
            let key = Key(known: bytes)
            if let last = page.last, last < key { return false }
            guard page.overrides.count < most else {
                page.last = previous
                page.changes.removeAll { change in previous.map { $0 < change.key } ?? false }
                page.withoutEffect.removeAll { change in previous.map { $0 < change.key } ?? false }
                return false
            }
            page.overrides.append(WorldComparison.Override(key: FlagKey(known: bytes), override: copy override))
            previous = key
            return true
        }
    }
}
