import JSONCore
import TunableEngine

/// The active layers and the manual limits: they and what is stored for a key decide its value.
///
/// No other type knows which place wins.
struct Resolver: Sendable {
    /// The active layers, the first first.
    var active: [Layer] { places?.active ?? [] }

    /// The patterns that a user limited by hand.
    var limits: [ManualLimit] { places?.limits ?? [] }

    /// Whether only what is stored for a key decides its value.
    var isEmpty: Bool { places == nil }

    /// Without layers and limits there is no object: each write copies the resolver.
    private let places: Places?

    private final class Places: Sendable {
        let active: [Layer]
        let limits: [ManualLimit]

        init(_ active: [Layer], _ limits: [ManualLimit]) {
            (self.active, self.limits) = (active, limits)
        }
    }

    init(active: [Layer] = [], limits: [ManualLimit] = []) {
        places = active.isEmpty && limits.isEmpty ? nil : Places(active, limits)
    }

    /// Returns the value of a key and where it comes from, as everybody sees it or as the members of a world do.
    ///
    /// A value that breaks the declaration counts nowhere, and the next place shows through. `isAccepted` says that the
    /// declaration is known to accept the local value.
    @inline(__always)
    func resolve(
        _ key: Span<UInt8>,
        _ declaration: Declaration?,
        local: JSON?,
        isAccepted: Bool = false,
        world: JSON?
    ) -> Resolution {
        if let local, world == nil, isEmpty, declaration == nil || isAccepted && declaration?.spec.merge == .replace {
            // Most writes: no other place can win, and nothing is left to check.
            return Resolution(value: local, origin: .local)
        }
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
    private func isLimited(_ key: Span<UInt8>) -> Bool {
        for limit in limits where limit.patterns.matches(key, includingBuiltIn: true) {
            return true
        }
        for layer in active where layer.isKillSwitch && layer.values.contains(key) {
            return true
        }
        return false
    }

    /// The active layer that has the last word on a key.
    func lockingLayer(of key: Span<UInt8>, _ declaration: Declaration?) -> Layer? {
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
