import JSONCore
import TunableEngine

extension State {
    /// The value of a key and where it comes from, as all see it or as the members of a world do: the one place that
    /// knows which place wins.
    ///
    /// A value that breaks the declaration counts nowhere, and the next place shows through.
    func resolve(
        _ key: Span<UInt8>,
        _ declaration: Declaration?,
        local: JSON?,
        world: JSON?
    ) -> Resolution {
        if let value = declaration?.spec.defaultValue, isLimited(key) {
            return Resolution(value: value, origin: .limited)
        }
        return resolveUnlimited(key, declaration, local: local, world: world)
    }

    /// The same as if no kill switch were on.
    func resolveUnlimited(
        _ key: Span<UInt8>,
        _ declaration: Declaration?,
        local: JSON?,
        world: JSON?
    ) -> Resolution {
        let spec = declaration?.spec
        for layer in active {
            if let value = layer.locked(key).flatMap({ admitted($0, by: spec) }) {
                return Resolution(value: value, origin: .layer(layer.name))
            }
        }
        let first = firstChoice(key, spec, local: local, world: world)
        if let spec, spec.merge == .union, let first {
            let values = [world, local] + active.map { $0.values.value(of: key) }
            if let joined = joined(values, spec) {
                return Resolution(value: joined, origin: first.origin)
            }
        }
        return first ?? spec?.defaultValue.map { Resolution(value: $0, origin: .default) } ?? .nothing
    }

    /// Whether a kill switch says that a declared key takes its default.
    package func isLimited(_ key: Span<UInt8>) -> Bool {
        for limit in limits where limit.patterns.matches(key, includingBuiltIn: true) {
            return true
        }
        for layer in active where layer.isKillSwitch && layer.values.contains(key) {
            return true
        }
        return false
    }

    /// The active layer that has the last word on a key.
    package func lockingLayer(of key: Span<UInt8>, _ declaration: Declaration?) -> Layer? {
        active.first { $0.locked(key).flatMap { admitted($0, by: declaration?.spec) } != nil }
    }

    private func firstChoice(_ key: Span<UInt8>, _ spec: Spec?, local: JSON?, world: JSON?) -> Resolution? {
        if let value = world.flatMap({ admitted($0, by: spec) }) {
            return Resolution(value: value, origin: .world)
        }
        if let value = local.flatMap({ admitted($0, by: spec) }) {
            return Resolution(value: value, origin: .local)
        }
        for layer in active {
            if let value = layer.values.value(of: key).flatMap({ admitted($0, by: spec) }) {
                return Resolution(value: value, origin: .layer(layer.name))
            }
        }
        return nil
    }

    /// The elements of all values that apply, each once; none where together they break the spec.
    func joined(_ values: [JSON?], _ spec: Spec) -> JSON? {
        var elements: [JSON] = []
        var known: Set<JSONByValue> = []
        for value in values {
            guard case .array(let more)? = value.flatMap({ admitted($0, by: spec) }) else { continue }
            for element in more where known.insert(JSONByValue(element)).inserted {
                elements.append(element)
            }
        }
        return admitted(.array(elements), by: spec)
    }

    /// What a place's value counts as, if it does.
    func admitted(_ value: JSON, by spec: Spec?) -> JSON? {
        guard let spec else { return value }
        return try? spec.accepted(value)
    }
}
