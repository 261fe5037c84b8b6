package import FlagEngine
package import JSONCore
package import TunableEngine

/// Everything there is to tell of one key.
package struct Description: Sendable {
    /// A place that has a value for the key.
    package struct Place: Sendable {
        /// Which place.
        package let origin: Origin
        /// Its value.
        package let value: JSON
        /// What the declaration says against it.
        package let fault: ValueFault?
        /// Whether it is what is seen, or part of it.
        package let wins: Bool
        /// Why it is not seen though nothing is wrong with it.
        package let obstacle: Obstacle?
    }

    /// Why a legal value is not seen.
    package enum Obstacle: Sendable {
        /// The layer does not count.
        case inactive
        /// A kill switch says that the default is to be taken.
        case limited
        /// A layer has the last word.
        case locked(String)
        /// Another place comes first.
        case behind(Origin)
    }

    /// Who says that a key takes its default.
    package struct Limit: Sendable {
        /// The layer; none where it was done by hand.
        package let layer: String?
        /// Which keys it limits.
        package let patterns: [String]
        /// Why, where it was said.
        package let reason: String?
    }

    /// The key.
    package let key: Key
    /// What is seen.
    package let resolution: Resolution
    /// What all share of it.
    package let tunable: StoredTunable?
    /// The places that have a value, in the order in which they count.
    package let places: [Place]
    /// Who limits it.
    package let limits: [Limit]
}

extension View {
    /// Everything there is to tell of a key, if it exists.
    package func describe(_ key: Key) -> Description? {
        let bytes = key.text.utf8.span
        let tunable = state.tunable(bytes)
        let own = world?.values.value(of: key)?.value
        guard tunable != nil || own != nil else { return nil }
        let spec = tunable?.declaration?.spec
        let resolution = resolution(of: bytes)
        let lock = state.resolver.lockingLayer(of: bytes, tunable?.declaration)
        let isUnion = spec?.merge == .union && lock == nil && resolution.origin != .limited
        func place(_ origin: Origin, _ value: JSON?, isActive: Bool = true) -> Description.Place? {
            guard let value else { return nil }
            let fault = spec?.fault(in: value)
            let contributes = isUnion && origin != .default && resolution.origin != .default
            let wins = fault == nil && isActive && (origin == resolution.origin || contributes)
            var obstacle: Description.Obstacle?
            if !wins, fault == nil {
                obstacle =
                    if !isActive {
                        .inactive
                    } else if resolution.origin == .limited {
                        .limited
                    } else if let lock {
                        .locked(lock.name)
                    } else {
                        .behind(resolution.origin)
                    }
            }
            return Description.Place(origin: origin, value: value, fault: fault, wins: wins, obstacle: obstacle)
        }
        let active = state.activeNames
        var places = [place(.world, own), place(.local, tunable?.local?.value)]
        for layer in state.allLayers {
            let isActive = active.contains(layer.name)
            places.append(place(.layer(layer.name), layer.values.value(of: key), isActive: isActive))
        }
        places.append(place(resolution.origin == .limited ? .limited : .default, spec?.defaultValue))
        return Description(
            key: key,
            resolution: resolution,
            tunable: tunable,
            places: places.compactMap { $0 },
            limits: tunable?.declaration == nil ? [] : state.limits(of: bytes)
        )
    }
}

extension State {
    /// Everybody who limits something.
    package var allLimits: [Description.Limit] {
        limits.map { Description.Limit($0) } + active.filter(\.isKillSwitch).map { Description.Limit($0) }
    }

    /// Who limits a key.
    func limits(of key: Span<UInt8>) -> [Description.Limit] {
        var found: [Description.Limit] = []
        for limit in limits where limit.patterns.matches(key, includingBuiltIn: true) {
            found.append(Description.Limit(limit))
        }
        for layer in active where layer.isKillSwitch && layer.values.contains(key) {
            found.append(Description.Limit(layer))
        }
        return found
    }
}

extension State {
    /// Who limits a flag.
    package func limits(of key: FlagKey) -> [Description.Limit] {
        let bytes = key.text.utf8.span
        let manual = limits.filter { $0.patterns.matches(bytes, includingBuiltIn: true) }
        return manual.map { Description.Limit($0) }
            + active.filter { $0.isKillSwitch && $0.flags[key] != nil }.map { Description.Limit($0) }
    }
}

extension Description.Limit {
    fileprivate init(_ limit: ManualLimit) {
        self.init(layer: nil, patterns: limit.patterns.patterns.map(\.text), reason: limit.reason)
    }

    /// A layer limits the keys and flags that it names; as many as a person would read.
    fileprivate init(_ layer: Layer) {
        var keys: [String] = []
        layer.values.visit(withPrefix: "") { key, _ in
            keys.append(Key(known: key).text)
            return keys.count < 100
        }
        for definition in layer.flags.definitions.prefix(100 - keys.count) {
            keys.append(definition.key.text)
        }
        self.init(layer: layer.name, patterns: keys, reason: nil)
    }
}
