import FlagEngine
import JSONCore
import StateCore
import TunableEngine

extension Oracle {
    /// Returns the definition of the first origin that has one: local (`flags.define`), the active layers in order,
    /// built in, declared (`flags.declare`).
    ///
    /// The oracle has no flags file.
    func definition(of key: FlagKey) -> (FlagDefinition, Origin)? {
        var candidates = [(defined[key], Origin.local)]
        candidates += activeLayers.map { ($0.flags[key], .layer($0.name)) }
        candidates += [(BuiltInFlags.all[key], .builtIn), (declaredFlags[key]?.definition, .declared)]
        for case (let definition?, let origin) in candidates {
            return (definition, origin)
        }
        return nil
    }

    /// Every flag that any origin defines.
    var flagKeys: Set<FlagKey> {
        var keys = Set(BuiltInFlags.all.definitions.map(\.key)).union(defined.keys).union(declaredFlags.keys)
        for layer in activeLayers {
            keys.formUnion(layer.flags.keys)
        }
        return keys
    }

    /// Returns the effective override: the one in the world if it fits, or else the shared one if it fits.
    func override(of key: FlagKey, in world: String?) -> FlagOverride? {
        guard let (definition, _) = definition(of: key) else { return nil }
        let candidates = [world.flatMap { worldOverrides[$0]?[key] }, overrides[key]].compactMap { $0?.override }
        return candidates.first { override in
            switch override {
            case .variant(let name): definition.variants[name] != nil
            case .value(let value): definition.type == Oracle.type(of: value)
            }
        }
    }

    func isLimited(_ key: FlagKey) -> Bool {
        killSwitch.contains { $0.patterns.matches(key.text.utf8.span, includingBuiltIn: true) }
            || activeLayers.contains { $0.isKillSwitch && $0.flags[key] != nil }
    }

    /// Declares flags; an equal declaration of any client changes nothing.
    mutating func declareFlags(
        _ definitions: [FlagDefinition],
        replaces: Bool,
        by author: Author
    ) throws(Complaint) {
        var faults: Set<String> = []
        for definition in definitions where definition != declaredFlags[definition.key]?.definition {
            let key = definition.key
            let old = declaredFlags[key]
            let isOwner =
                author.isNamed && old?.isNamed == true && author.actor.client == old?.actor.client
                && author.actor.uid == old?.actor.uid
            if let builtIn = BuiltInFlags.all[key] {
                if builtIn.type != definition.type {
                    faults.insert("builtInFlag \(key)")
                }
            } else if let old, !replaces, !isOwner {
                faults.insert("declaredDifferently \(key) \(old.actor.client)")
            } else {
                declaredFlags[key] = FlagDeclaration(
                    definition: definition,
                    actor: author.actor,
                    isNamed: author.isNamed
                )
            }
        }
        guard faults.isEmpty else { throw Complaint(faults) }
    }

    /// Removes the local definition, or else the declaration.
    mutating func remove(_ key: FlagKey) throws(Complaint) {
        try checkKnown(key)
        guard defined.removeValue(forKey: key) != nil || declaredFlags.removeValue(forKey: key) != nil else { return }
        if definition(of: key) == nil {
            overrides[key] = nil
        }
    }

    /// Overrides a flag.
    ///
    /// A value must have the type of the variants. The value of a variant is stored as the name of that variant.
    mutating func override(
        _ key: FlagKey,
        _ override: FlagOverride,
        for duration: Int64?,
        in world: String?,
        at time: Moment
    ) throws(Complaint) {
        var new = OracleOverride(try accepted(override, key))
        if let duration {
            let stored = world.map { worldOverrides[$0]?[key] } ?? overrides[key]
            new.end = time.advanced(byMilliseconds: duration)
            new.before = OracleOverride.lasting(stored)
        }
        store(new, key, in: world)
    }

    mutating func release(_ key: FlagKey, in world: String?) throws(Complaint) {
        if overrides[key] == nil, world.flatMap({ worldOverrides[$0]?[key] }) == nil {
            try checkKnown(key)
        }
        store(nil, key, in: world)
    }

    func accepted(_ override: FlagOverride, _ key: FlagKey) throws(Complaint) -> FlagOverride {
        try checkKnown(key)
        guard let (definition, _) = definition(of: key) else { return override }
        switch override {
        case .variant(let name):
            if definition.variants[name] == nil {
                throw Complaint("unknownVariant \(key) \(name)")
            }
            return override
        case .value(let value):
            if definition.type != Oracle.type(of: value) {
                throw Complaint("type \(key)")
            }
            let variant = definition.variants.members.first { JSONByValue($0.value) == JSONByValue(value) }
            return variant.map { .variant($0.name) } ?? override
        }
    }

    /// Moves the overrides of flags in a world to the shared overrides.
    mutating func mergeOverrides(_ id: String) throws(Complaint) {
        let own = worldOverrides[id] ?? [:]
        worldOverrides[id] = [:]
        var faults: Set<String> = []
        for (key, own) in own {
            do throws(Complaint) {
                var merged = OracleOverride(try accepted(own.override, key))
                merged.end = own.end
                if own.end != nil {
                    let beneath = OracleOverride.lasting(overrides[key])
                    merged.before = if let before = own.before { try accepted(before, key) } else { beneath }
                }
                overrides[key] = merged
            } catch {
                faults.formUnion(error.faults)
            }
        }
        guard faults.isEmpty else { throw Complaint(faults) }
    }

    private func checkKnown(_ key: FlagKey) throws(Complaint) {
        if definition(of: key) == nil {
            throw Complaint("unknownFlag \(key)")
        }
    }

    private mutating func store(_ new: OracleOverride?, _ key: FlagKey, in world: String?) {
        if let world {
            worldOverrides[world]?[key] = new
        } else {
            overrides[key] = new
        }
    }

    private static func type(of value: JSON) -> FlagType? {
        switch value {
        case .boolean: .boolean
        case .string: .string
        case .integer, .double: .number
        case .object: .object
        case .null, .array: nil
        }
    }
}
