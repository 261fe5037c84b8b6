package import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// The built-in flags, as they are where nothing else is known of them.
    private static let builtInFlags: KeyMap<StoredFlag> = {
        var flags = KeyMap<StoredFlag>()
        for definition in BuiltInFlags.all.definitions {
            flags.insert(StoredFlag(definition: definition, origin: .builtIn), for: definition.key.text.utf8.span)
        }
        return flags
    }()

    /// What all share of flags, by key: every flag that any place defines, or that was forced.
    var flags: KeyMap<StoredFlag> { knownFlags ?? State.builtInFlags }

    /// Returns the definition of a flag that counts, and where it comes from: no other code knows which place wins.
    func winningDefinition(of key: FlagKey, local: FlagDefinition?) -> (definition: FlagDefinition?, origin: Origin) {
        if let local {
            return (local, .local)
        }
        for layer in active {
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
        return (nil, .none)
    }

    /// Whether a kill switch says that a flag takes its default variant.
    func isLimited(_ key: FlagKey) -> Bool {
        let bytes = key.text.utf8.span
        for limit in limits where limit.patterns.matches(bytes, includingBuiltIn: true) {
            return true
        }
        return active.contains { $0.isKillSwitch && $0.flags[key] != nil }
    }

    /// Takes the definitions of a file in the place of those before; they are no commit, for the file keeps them.
    package mutating func replaceFileFlags(_ definitions: FlagSet) -> [FlagChange] {
        let keys = definitions.keysThatDiffer(from: fileFlags)
        fileFlags = definitions
        var changes = FlagChanges()
        for key in keys {
            let old = flag(key)
            settle(key, local: old?.local, forced: old?.forced, &changes)
        }
        return changes.sorted
    }

    /// Stores what is known of a flag now, and notes what that changed and when an override ends.
    mutating func settle(
        _ key: FlagKey,
        local: FlagDefinition?,
        forced: ForcedFlag?,
        _ changes: inout FlagChanges
    ) {
        let old = flag(key)
        let place = Deadlines.Place(subject: .flag(key), world: nil)
        deadlines.replace(old?.forced?.ending?.time, by: forced?.ending?.time, in: place)
        let (definition, origin) = winningDefinition(of: key, local: local)
        let isThere = definition != nil || forced != nil
        let new =
            isThere
            ? StoredFlag(
                definition: definition,
                origin: origin,
                local: local,
                forced: forced,
                isLimited: definition != nil && isLimited(key)
            ) : nil
        flagCount += (definition == nil ? 0 : 1) - (old?.definition == nil ? 0 : 1)
        // Taken out first, so that it has no second holder while it is changed.
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
        if !isSame {
            changes.note(key, from: old, to: new)
        }
    }
}

/// What a commit did to flags so far: one change for each, from what it was to what it is.
struct FlagChanges {
    private var changes: [FlagKey: FlagChange] = [:]

    /// The changes, by key.
    var sorted: [FlagChange] {
        changes.isEmpty ? [] : changes.values.sorted { $0.key < $1.key }
    }

    mutating func note(_ key: FlagKey, from old: StoredFlag?, to new: StoredFlag?) {
        let first = changes[key].map(\.old) ?? old
        changes[key] = FlagChange(key: key, old: first, new: new)
    }
}
