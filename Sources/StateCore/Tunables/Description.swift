package import FlagEngine
package import JSONCore
package import TunableEngine

/// The full description of one key: every origin that has a value for it, and why one of them wins.
package struct Description: Sendable {
    /// An origin and its value for the key: a world, the local values, a layer or the declaration.
    package struct Candidate: Sendable {
        package let origin: Origin
        package let value: JSON
        /// The first violation of the declaration; nil if the value is valid.
        package let fault: ValueFault?
        /// Whether the effective value is this value, or a union that includes it.
        package let wins: Bool
        /// Why a valid value does not win; nil if it wins or is invalid.
        package let obstacle: Obstacle?
    }

    /// The reason why a valid value does not win.
    package enum Obstacle: Sendable {
        /// The layer is not active.
        case inactive
        /// The kill switch selects the default.
        case limited
        /// The layer with this name locks the key.
        case locked(String)
        /// This origin has precedence.
        case behind(Origin)
    }

    /// A kill switch entry: a layer's, or one that a user set.
    package struct KillSwitch: Sendable {
        /// The layer's name; nil if a user set the entry.
        package let layer: String?
        /// The patterns; for a layer at most 100 of the keys and flags that it names.
        package let patterns: [String]
        package let reason: String?
    }

    /// The end of a temporary value.
    package struct Ending: Sendable {
        package let time: Moment
        /// The effective value after the end, if nothing else changes; nil if there is none.
        package let next: JSON?
    }

    package let key: Key
    /// The key of the tunable: another one if `key` names a member of its value.
    package let tunableKey: Key
    /// The effective value and its origin.
    package let resolution: Resolution
    /// The end of the effective value; nil if it is not temporary.
    package let ending: Ending?
    /// The stored tunable; nil if only the world has a value.
    package let tunable: StoredTunable?
    /// The declaration's words for the key; nil if it has none.
    package let spec: Spec?
    /// The origins that have a value, in order of precedence.
    package let candidates: [Candidate]
    /// The kill switch entries that match the key; empty if the key is not declared.
    package let killSwitches: [KillSwitch]

    /// Whether the key names a member of a tunable.
    package var isMember: Bool { key != tunableKey }
}

extension View {
    /// Returns the description of a key or of a member, or nil if there is none.
    package func describe(_ key: Key) -> Description? {
        guard let member = state.member(key, in: world) else { return describe(tunable: key) }
        return describe(tunable: member.tunable).map { Description(of: key, member, in: $0) }
    }

    private func describe(tunable key: Key) -> Description? {
        let bytes = key.text.utf8.span
        let tunable = state.tunable(bytes)
        let own = world?.values.value(of: key)?.value
        guard tunable != nil || own != nil else { return nil }
        let spec = tunable?.declaration?.spec
        let resolution = resolution(of: bytes)
        let lock = state.resolver.lockingLayer(of: bytes, tunable?.declaration)
        let isUnion = spec?.merge == .union && lock == nil && resolution.origin != .limited
        func candidate(_ origin: Origin, _ value: JSON?, isActive: Bool = true) -> Description.Candidate? {
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
            return Description.Candidate(
                origin: origin,
                value: value,
                fault: fault,
                wins: wins,
                obstacle: obstacle
            )
        }
        var candidates = [candidate(.world, own), candidate(.local, tunable?.local?.value)]
        _ = state.firstResult(ofLayersWith: bytes) { layer, isActive -> Void? in
            candidates.append(candidate(.layer(layer.name), layer.values.value(of: bytes), isActive: isActive))
            return nil
        }
        candidates.append(candidate(resolution.origin == .limited ? .limited : .default, spec?.defaultValue))
        return Description(
            key: key,
            tunableKey: key,
            resolution: resolution,
            ending: ending(of: bytes, tunable, resolution.origin),
            tunable: tunable,
            spec: spec,
            candidates: candidates.compactMap { $0 },
            killSwitches: tunable?.declaration == nil ? [] : state.killSwitches(of: bytes)
        )
    }
}

extension View {
    /// Returns the end of the effective value of a key and the value after it; nil if the value is not temporary.
    private func ending(of key: Span<UInt8>, _ tunable: StoredTunable?, _ origin: Origin) -> Description.Ending? {
        guard let time = state.end(of: key, origin, in: world) else { return nil }
        var (local, own) = (tunable?.local, world?.values.value(of: key))
        if origin == .world {
            own = .restored(own)
        } else {
            local = .restored(local)
        }
        let next = state.resolver.resolve(key, tunable?.declaration, local: local?.value, world: own?.value)
        return Description.Ending(time: time, next: next.value)
    }
}

extension Description {
    /// Creates the description of a member from that of its tunable.
    ///
    /// Origins whose value does not have the member are left out.
    fileprivate init(of key: Key, _ member: TunableMember, in whole: Description) {
        self.key = key
        tunableKey = member.tunable
        let value = whole.resolution.value?.member(at: member.path)
        resolution = value.map { Resolution(value: $0, origin: whole.resolution.origin) } ?? .nothing
        ending = whole.ending.map { Ending(time: $0.time, next: $0.next?.member(at: member.path)) }
        tunable = whole.tunable
        spec = member.spec
        candidates = whole.candidates.compactMap { candidate in
            candidate.value.member(at: member.path).map { Candidate(candidate, value: $0) }
        }
        killSwitches = whole.killSwitches
    }
}

extension Description.Candidate {
    fileprivate init(_ whole: Description.Candidate, value: JSON) {
        self.init(
            origin: whole.origin,
            value: value,
            fault: whole.fault,
            wins: whole.wins,
            obstacle: whole.obstacle
        )
    }
}

extension State {
    /// All kill switch entries: those that users set, then those of active layers.
    package var allKillSwitches: [Description.KillSwitch] {
        killSwitch.map { Description.KillSwitch($0) } + active.filter(\.isKillSwitch).map { Description.KillSwitch($0) }
    }

    /// Returns the kill switch entries that match a key.
    func killSwitches(of key: Span<UInt8>) -> [Description.KillSwitch] {
        var found: [Description.KillSwitch] = []
        for entry in killSwitch where entry.patterns.matches(key, includingBuiltIn: true) {
            found.append(Description.KillSwitch(entry))
        }
        for layer in active where layer.isKillSwitch && layer.values.contains(key) {
            found.append(Description.KillSwitch(layer))
        }
        return found
    }
}

extension State {
    /// Returns the kill switch entries that match a flag.
    package func killSwitches(of key: FlagKey) -> [Description.KillSwitch] {
        let bytes = key.text.utf8.span
        let manual = killSwitch.filter { $0.patterns.matches(bytes, includingBuiltIn: true) }
        return manual.map { Description.KillSwitch($0) }
            + active.filter { $0.isKillSwitch && $0.flags[key] != nil }.map { Description.KillSwitch($0) }
    }
}

extension Description.KillSwitch {
    fileprivate init(_ entry: KillSwitchEntry) {
        self.init(layer: nil, patterns: entry.patterns.patterns.map(\.text), reason: entry.reason)
    }

    /// Creates the entry of a layer.
    ///
    /// It lists at most 100 of the keys and flags that the layer names, because it is only shown to users.
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
