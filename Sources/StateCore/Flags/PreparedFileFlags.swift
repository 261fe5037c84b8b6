package import FlagEngine
import JSONCore
import TunableEngine

/// The definitions of the flags file, applied in advance to a state.
///
/// Preparing takes time in proportion to the number of flags, and can be done on any thread. Installing the result in a
/// later state takes time in proportion to the flags that were changed in between.
package struct PreparedFileFlags: Sendable {
    package let definitions: FlagSet

    /// The changes, sorted by key.
    package let changes: [FlagChange]

    /// The flags before and after the change.
    package let before: KeyMap<StoredFlag>
    let after: KeyMap<StoredFlag>

    /// How many more flags have a definition afterwards.
    let addedCount: Int

    /// The layers and the kill switch on which ``after`` depends.
    let resolver: Resolver

    /// Applies the definitions to the flags of a state.
    package init(_ definitions: FlagSet, for state: State) {
        var (state, definitions) = (state, definitions)
        definitions.takeEqualFlags(from: state.fileFlags)
        self.definitions = definitions
        before = state.flags
        resolver = state.resolver
        let count = state.flagCount
        let keys = definitions.keysThatDiffer(from: state.fileFlags)
        state.fileFlags = definitions
        changes = keys.compactMap { key in state.settle(key, state.flag(key)?.parts ?? FlagParts()) }
        after = state.flags
        addedCount = state.flagCount - count
    }
}

extension State {
    /// A copy for ``PreparedFileFlags``, which shares no memory of tunables and worlds.
    package var withFlagsOnly: State {
        var copy = self
        copy.tunables = TunableMap()
        copy.history = History(limits: rules.history)
        copy.deadlines = Deadlines()
        copy.worlds = KeyMap()
        return copy
    }

    /// The most flags that may differ from those of the prepared state, and the most entries that are compared.
    private static let differingFlagLimit = 64
    private static let comparedEntryLimit = 16_384

    /// Replaces the definitions of the flags file by prepared ones, and returns what changed.
    ///
    /// It makes no commit, because the file keeps the definitions. If too much has changed since they were prepared, it
    /// returns nil and changes nothing; they must be prepared again.
    package mutating func install(_ prepared: PreparedFileFlags) -> [FlagChange]? {
        guard resolver.isCopy(of: prepared.resolver), let keys = flagsThatDiffer(from: prepared.before) else {
            return nil
        }
        let present = keys.map { ($0, flag($0)) }
        flagCount += prepared.addedCount
        fileFlags = prepared.definitions
        guard !present.isEmpty else {
            knownFlags = prepared.after
            return prepared.changes
        }
        var flags = prepared.after
        for (key, stored) in present {
            flagCount += prepared.before.definedCount(of: key) - flags.definedCount(of: key)
            if let stored {
                flags.insert(stored, for: key.text.utf8.span)
            } else {
                flags.remove(key.text.utf8.span)
            }
        }
        knownFlags = flags
        var changes = prepared.changes
        for (key, stored) in present {
            changes.replace(key, by: settle(key, stored?.parts ?? FlagParts()))
        }
        return changes
    }

    /// Returns the keys of the flags that are not the same as in another map; nil if there are too many.
    private func flagsThatDiffer(from other: KeyMap<StoredFlag>) -> Set<FlagKey>? {
        struct TooMany: Error {}
        var keys: Set<FlagKey> = []
        var compared = 0
        let (flags, differingLimit, comparedLimit) = (flags, Self.differingFlagLimit, Self.comparedEntryLimit)
        do throws(TooMany) {
            try flags.visitDifferences(from: other) { (key) throws(TooMany) in
                compared += 1
                guard compared <= comparedLimit else { throw TooMany() }
                guard flags.value(of: key) !== other.value(of: key) else { return }
                keys.insert(FlagKey(known: key))
                guard keys.count <= differingLimit else { throw TooMany() }
            }
            return keys
        } catch {
            return nil
        }
    }
}

extension KeyMap<StoredFlag> {
    /// Returns 1 if a flag has a definition, otherwise 0.
    fileprivate func definedCount(of key: FlagKey) -> Int { value(of: key.text.utf8.span)?.definition == nil ? 0 : 1 }
}

extension [FlagChange] {
    /// Replaces, adds or removes the change of a key in changes that are sorted by key.
    fileprivate mutating func replace(_ key: FlagKey, by change: FlagChange?) {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].key < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let end = low < count && self[low].key == key ? low + 1 : low
        replaceSubrange(low..<end, with: change.map { [$0] } ?? [])
    }
}
