import JSONCore
import TunableEngine

@testable import StateCore

extension Oracle {
    /// All values as they are seen in a world, or in none.
    func effective(in world: String? = nil) -> [Key: Resolution] {
        var values: [Key: Resolution] = [:]
        for key in keys.union(world.flatMap { worlds[$0]?.keys }.map { Set($0) } ?? []) {
            values[key] = resolution(of: key, in: world)
        }
        return values
    }

    /// A value comes from the first of: the connection's world, the local value (`set`), each active layer in its order,
    /// the declared default.
    func resolution(of key: Key, in world: String? = nil) -> Resolution? {
        if isLimited(key), let value = declarations[key]?.spec.defaultValue {
            return Resolution(value: value, origin: .limited)
        }
        return unlimited(key, world: world, local: local[key]?.value)
    }

    /// What would be seen if nothing were set and no kill switch on.
    func beneath(_ key: Key) -> JSON? {
        unlimited(key, world: nil, local: nil)?.value
    }

    /// What would be seen if no kill switch were on.
    func shown(_ key: Key) -> JSON? {
        unlimited(key, world: nil, local: local[key]?.value)?.value
    }

    private func unlimited(_ key: Key, world: String?, local: JSON?) -> Resolution? {
        let spec = declarations[key]?.spec
        if let locker = locker(of: key) {
            return legal(locker.values[key], spec).map { Resolution(value: $0, origin: .layer(locker.name)) }
        }
        var places: [(Origin, JSON?)] = [(.world, world.flatMap { worlds[$0]?[key]?.value }), (.local, local)]
        places += activeLayers.map { (.layer($0.name), $0.values[key]) }
        let applying = places.compactMap { origin, value in
            legal(value, spec).map { Resolution(value: $0, origin: origin) }
        }
        guard let first = applying.first else {
            return spec?.defaultValue.map { Resolution(value: $0, origin: .default) }
        }
        if spec?.merge == .union, let joined = legal(union(applying.compactMap { $0.value }), spec) {
            return Resolution(value: joined, origin: first.origin)
        }
        return first
    }

    /// `merge: "union"` joins the elements of all that apply, in that order, each once.
    func union(_ values: [JSON]) -> JSON {
        var joined: [JSON] = []
        for case .array(let elements) in values {
            for element in elements where !joined.contains(where: { JSONByValue($0) == JSONByValue(element) }) {
                joined.append(element)
            }
        }
        return .array(joined)
    }

    /// One that the stored value breaks keeps that value … and lets the next layer show through.
    func legal(_ value: JSON?, _ spec: Spec?) -> JSON? {
        guard let value else { return nil }
        guard let spec else { return value }
        return try? spec.accepted(value)
    }

    /// An active layer's `locks` make its values win … (the first locker wins, no union).
    func locker(of key: Key) -> OracleLayer? {
        activeLayers.first { $0.locks.matches(key) && legal($0.values[key], declarations[key]?.spec) != nil }
    }

    /// `flags.killSwitch {on, match}` or an active layer's `killSwitch` (for the keys that the layer names).
    func isLimited(_ key: Key) -> Bool {
        limits.contains { $0.patterns.matches(key, includingBuiltIn: true) }
            || activeLayers.contains { $0.isKillSwitch && $0.values[key] != nil }
    }

    /// A free key is a boolean, a number, a string, an array or an object as its first value was, until no place holds one.
    ///
    /// What a world holds is its members' alone.
    func kind(of key: Key, in world: String?, except replaced: String? = nil) -> FreeKind? {
        var values = [world.flatMap { worlds[$0]?[key]?.value }, local[key]?.value]
        let others = layers.keys.filter { !active.contains($0) }.sorted()
        for name in active + others where name != replaced {
            values.append(layers[name]?.values[key])
        }
        return values.compactMap { $0 }.first.flatMap { FreeKind(of: $0) }
    }
}
