import JSONCore
import TunableEngine

@testable import StateCore

extension Oracle {
    /// Returns all effective values in a world, or outside every world if `world` is nil.
    func effective(in world: String? = nil) -> [Key: Resolution] {
        var values: [Key: Resolution] = [:]
        for key in keys.union(world.flatMap { worlds[$0]?.keys }.map { Set($0) } ?? []) {
            values[key] = resolution(of: key, in: world)
        }
        return values
    }

    /// Returns the value of the first origin that has one: the world, the local value, the active layers in order, the
    /// default.
    func resolution(of key: Key, in world: String? = nil) -> Resolution? {
        if isLimited(key), let value = declarations[key]?.spec.defaultValue {
            return Resolution(value: value, origin: .limited)
        }
        return unlimited(key, world: world, local: local[key]?.value)
    }

    /// Returns the end of a value from an origin; nil if it is not temporary.
    func end(of key: Key, _ origin: Origin, in world: String?) -> Moment? {
        switch origin {
        case .world: world.flatMap { worlds[$0]?[key]?.end }
        case .local: local[key]?.end
        default: nil
        }
    }

    /// Returns the value that would be effective without a local value and without the kill switch.
    func beneath(_ key: Key) -> JSON? {
        unlimited(key, world: nil, local: nil)?.value
    }

    /// Returns the value that would be effective without the kill switch.
    func shown(_ key: Key) -> JSON? {
        unlimited(key, world: nil, local: local[key]?.value)?.value
    }

    private func unlimited(_ key: Key, world: String?, local: JSON?) -> Resolution? {
        let spec = declarations[key]?.spec
        if let locker = locker(of: key) {
            return legal(locker.values[key], spec).map { Resolution(value: $0, origin: .layer(locker.name)) }
        }
        var candidates: [(Origin, JSON?)] = [(.world, world.flatMap { worlds[$0]?[key]?.value }), (.local, local)]
        candidates += activeLayers.map { (.layer($0.name), $0.values[key]) }
        let applying = candidates.compactMap { origin, value in
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

    /// Returns the elements of all arrays in order, without duplicates, as `merge: "union"` requires.
    func union(_ values: [JSON]) -> JSON {
        var joined: [JSON] = []
        for case .array(let elements) in values {
            for element in elements where !joined.contains(where: { JSONByValue($0) == JSONByValue(element) }) {
                joined.append(element)
            }
        }
        return .array(joined)
    }

    /// Returns the value as the spec stores it, or nil if the value violates the spec.
    func legal(_ value: JSON?, _ spec: Spec?) -> JSON? {
        guard let value else { return nil }
        guard let spec else { return value }
        return try? spec.accepted(value)
    }

    /// Returns the first active layer that locks the key with a valid value.
    func locker(of key: Key) -> OracleLayer? {
        activeLayers.first { $0.locks.matches(key) && legal($0.values[key], declarations[key]?.spec) != nil }
    }

    /// Returns whether the kill switch limits a key: by an entry of a user, or by a layer with `killSwitch` that
    /// names the key.
    func isLimited(_ key: Key) -> Bool {
        killSwitch.contains { $0.patterns.matches(key, includingBuiltIn: true) }
            || activeLayers.contains { $0.isKillSwitch && $0.values[key] != nil }
    }

    /// Returns the kind of an undeclared key's existing values: that of the first origin with a value.
    ///
    /// The values in a world count only for its members.
    func kind(of key: Key, in world: String?, except replaced: String? = nil) -> FreeKind? {
        var values = [world.flatMap { worlds[$0]?[key]?.value }, local[key]?.value]
        let others = layers.keys.filter { !active.contains($0) }.sorted()
        for name in active + others where name != replaced {
            values.append(layers[name]?.values[key])
        }
        return values.compactMap { $0 }.first.flatMap { FreeKind(of: $0) }
    }
}
