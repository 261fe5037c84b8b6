import FlagEngine
import JSONCore
import TunableEngine

/// The active layers and the kill switch entries, which decide the value of a key together with what is stored for
/// it.
///
/// No other type knows which origin wins.
struct Resolver: Sendable {
    /// The active layers, in order of precedence.
    var active: [Layer] { sources?.active ?? [] }

    /// The kill switch entries that users set.
    var killSwitch: [KillSwitchEntry] { sources?.killSwitch ?? [] }

    /// Whether there is no active layer and no kill switch entry, so that only what is stored for a key decides its
    /// value.
    var isEmpty: Bool { sources == nil }

    /// Returns whether another resolver is a copy of this one.
    func isCopy(of other: Resolver) -> Bool { sources === other.sources }

    /// nil if there are no layers and entries, because each write copies the resolver and would retain an object.
    private let sources: Sources?

    private final class Sources: Sendable {
        let active: [Layer]
        let killSwitch: [KillSwitchEntry]
        /// The layers of each key; nil if there are so few layers that each of them is asked.
        let index: LayerIndex?
        /// The active layers that define flags, in order of precedence.
        let flagLayers: [Layer]
        let hasLocks: Bool
        let hasLimitingLayer: Bool

        init(_ active: [Layer], _ killSwitch: [KillSwitchEntry], _ index: LayerIndex?) {
            (self.active, self.killSwitch, self.index) = (active, killSwitch, index)
            flagLayers = active.filter { $0.flags.count > 0 }
            hasLocks = active.contains { !$0.locks.patterns.isEmpty }
            hasLimitingLayer = active.contains(where: \.isKillSwitch)
        }
    }

    init(active: [Layer] = [], killSwitch: [KillSwitchEntry] = [], index: LayerIndex? = nil) {
        sources = active.isEmpty && killSwitch.isEmpty ? nil : Sources(active, killSwitch, index)
    }

    /// The active layers that define flags, in order of precedence.
    var flagLayers: [Layer] { sources?.flagLayers ?? [] }

    /// Returns the first result that is not nil of `body` for the active layers that may have a value for a key, in
    /// order of precedence.
    private func firstResult<Result>(of key: Span<UInt8>, _ body: (Layer) -> Result?) -> Result? {
        guard let sources else { return nil }
        if let index = sources.index { return index.firstResult(of: key) { layer, _ in body(layer) } }
        for layer in sources.active {
            if let result = body(layer) { return result }
        }
        return nil
    }

    /// Returns the effective value of a key and its origin, in a world or outside every world.
    ///
    /// A value that violates the declaration is ignored, and the next origin decides. Pass `isAccepted: true` if the
    /// local value was already validated against the declaration.
    @inline(__always)
    func resolve(
        _ key: Span<UInt8>,
        _ declaration: TunableDeclaration?,
        local: JSON?,
        isAccepted: Bool = false,
        world: JSON?
    ) -> Resolution {
        if let local, world == nil, isEmpty, declaration == nil || isAccepted && declaration?.spec.merge == .replace {
            // This is the case of most writes: no other origin can win, and nothing is left to validate.
            return Resolution(value: local, origin: .local)
        }
        if let value = declaration?.spec.defaultValue, isLimited(key) {
            return Resolution(value: value, origin: .limited)
        }
        return resolveUnlimited(key, declaration, local: local, world: world)
    }

    /// Returns the effective value of a key as if the kill switch were off.
    func resolveUnlimited(
        _ key: Span<UInt8>,
        _ declaration: TunableDeclaration?,
        local: JSON?,
        world: JSON?
    ) -> Resolution {
        let spec = declaration?.spec
        if sources?.hasLocks == true {
            let locked = firstResult(of: key) { layer in
                layer.locked(key).flatMap { admitted($0, by: spec) }.map {
                    Resolution(value: $0, origin: .layer(layer.name))
                }
            }
            if let locked { return locked }
        }
        let first = firstChoice(key, spec, local: local, world: world)
        if let spec, spec.merge == .union, let first {
            var values = [world, local]
            _ = firstResult(of: key) { layer -> Void? in
                values.append(layer.values.value(of: key))
                return nil
            }
            if let joined = joined(values, spec) {
                return Resolution(value: joined, origin: first.origin)
            }
        }
        return first ?? spec?.defaultValue.map { Resolution(value: $0, origin: .default) } ?? .nothing
    }

    /// Returns whether the kill switch selects the default of a declared key.
    private func isLimited(_ key: Span<UInt8>) -> Bool {
        for entry in killSwitch where entry.patterns.matches(key, includingBuiltIn: true) {
            return true
        }
        guard sources?.hasLimitingLayer == true else { return false }
        return firstResult(of: key) { $0.isKillSwitch && $0.values.contains(key) ? true : nil } ?? false
    }

    /// Returns the reason why no client may write a key, or nil if clients may.
    @inline(__always)
    func lock(of key: Key, _ declaration: TunableDeclaration?) -> SkippedKey.Reason? {
        // Optional chaining would copy the spec.
        if let declaration, declaration.spec.isReadOnly {
            return .readOnly
        }
        return isEmpty ? nil : lockingLayer(of: key.text.utf8.span, declaration).map { .locked(layer: $0.name) }
    }

    /// Returns the first active layer that locks a key with a valid value, or nil if none does.
    func lockingLayer(of key: Span<UInt8>, _ declaration: TunableDeclaration?) -> Layer? {
        guard sources?.hasLocks == true else { return nil }
        return firstResult(of: key) { layer in
            layer.locked(key).flatMap { admitted($0, by: declaration?.spec) } == nil ? nil : layer
        }
    }

    private func firstChoice(_ key: Span<UInt8>, _ spec: Spec?, local: JSON?, world: JSON?) -> Resolution? {
        if let value = world.flatMap({ admitted($0, by: spec) }) {
            return Resolution(value: value, origin: .world)
        }
        if let value = local.flatMap({ admitted($0, by: spec) }) {
            return Resolution(value: value, origin: .local)
        }
        return firstResult(of: key) { layer in
            layer.values.value(of: key).flatMap { admitted($0, by: spec) }.map {
                Resolution(value: $0, origin: .layer(layer.name))
            }
        }
    }

    /// Returns the elements of all valid values without duplicates, or nil if the result violates the spec.
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

    /// Returns the value as the spec stores it, or nil if it violates the spec.
    func admitted(_ value: JSON, by spec: Spec?) -> JSON? {
        guard let spec else { return value }
        return try? spec.accepted(value)
    }
}
