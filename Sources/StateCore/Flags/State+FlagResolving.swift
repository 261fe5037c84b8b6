import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// The built-in flags as defined, without layers, overrides or the kill switch.
    private static let builtInFlags: KeyMap<StoredFlag> = {
        var flags = KeyMap<StoredFlag>()
        for definition in BuiltInFlags.all.definitions {
            flags.insert(StoredFlag(definition: definition, origin: .builtIn), for: definition.key.text.utf8.span)
        }
        return flags
    }()

    /// The flags outside every world, by key: every flag that is defined anywhere or has an override.
    var flags: KeyMap<StoredFlag> { knownFlags ?? State.builtInFlags }

    /// Returns the effective definition of a flag with these parts, and its origin.
    ///
    /// No other code knows which origin wins.
    func winningDefinition(of key: FlagKey, _ parts: FlagParts) -> (definition: FlagDefinition?, origin: Origin) {
        if let local = parts.local {
            return (local, .local)
        }
        for layer in resolver.flagLayers {
            if let definition = layer.flags[key] {
                return (definition, .layer(layer.name))
            }
        }
        if let definition = fileFlags[key] {
            return (definition, .file)
        }
        if let definition = BuiltInFlags.all[key] {
            return (definition, .builtIn)
        }
        if let declared = parts.declared {
            return (declared.definition, .declared)
        }
        return (nil, .none)
    }

    /// Returns whether the kill switch selects the default variant of a flag.
    func isLimited(_ key: FlagKey) -> Bool {
        let bytes = key.text.utf8.span
        for entry in killSwitch where entry.patterns.matches(bytes, includingBuiltIn: true) {
            return true
        }
        return resolver.flagLayers.contains { $0.isKillSwitch && $0.flags[key] != nil }
    }

    /// Stores the parts of a flag, and recomputes the rest of it.
    ///
    /// It adds the change to `changes` and updates the deadline of the override.
    mutating func settle(_ key: FlagKey, _ parts: FlagParts, _ changes: inout FlagChanges) {
        if let change = settle(key, parts) {
            changes.note(change)
        }
    }

    /// Stores the parts of a flag, recomputes the rest of it, and returns the change, if there is one.
    mutating func settle(_ key: FlagKey, _ parts: FlagParts) -> FlagChange? {
        let old = flag(key)
        deadlines.replace(old?.override, by: parts.override, of: key, in: nil)
        let (definition, origin) = winningDefinition(of: key, parts)
        let exists = definition != nil || parts.override != nil
        let new =
            exists
            ? StoredFlag(
                definition: definition,
                origin: origin,
                parts: parts,
                isLimited: definition != nil && isLimited(key)
            ) : nil
        flagCount += (definition == nil ? 0 : 1) - (old?.definition == nil ? 0 : 1)
        // Take the map out of the property, so that it has one owner and can be changed in place.
        var flags = knownFlags.take() ?? State.builtInFlags
        if let new {
            flags.insert(new, for: key.text.utf8.span)
        } else {
            flags.remove(key.text.utf8.span)
        }
        knownFlags = flags
        let isSame =
            switch (old, new) {
            case (nil, nil): true
            case (let old?, let new?): new.counts(as: old)
            default: false
            }
        return isSame ? nil : FlagChange(key: key, old: old, new: new)
    }
}

/// The changes of flags by one commit so far, at most one for each flag.
struct FlagChanges {
    private var changes: [FlagKey: FlagChange] = [:]

    /// The changes, sorted by key.
    var sorted: [FlagChange] {
        changes.isEmpty ? [] : changes.values.sorted { $0.key < $1.key }
    }

    mutating func note(_ change: FlagChange) {
        let first = changes[change.key].map(\.old) ?? change.old
        changes[change.key] = FlagChange(key: change.key, old: first, new: change.new)
    }
}
