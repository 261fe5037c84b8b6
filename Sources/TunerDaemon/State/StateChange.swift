import StateCore

/// The result of an operation on the state.
protocol StateChange: ~Copyable {
    var hasChanged: Bool { get }
    /// The commit; nil if nothing was changed that is stored.
    var commit: Commit? { get }
    /// The keys that were written in worlds.
    var worldKeys: [WorldKey] { get }
    var endedWorlds: [String] { get }
    /// The flag changes; nil if there are none.
    var flagChangeSet: FlagChangeSet? { get }
    /// The changes of the overrides in worlds.
    var worldFlagChanges: [WorldFlagChange] { get }
}

extension MutationOutcome: StateChange {
    var flagChangeSet: FlagChangeSet? {
        flagChanges.isEmpty ? nil : FlagChangeSet(commit: commit, changes: flagChanges)
    }
}

extension PlainWrite: StateChange {
    var hasChanged: Bool { commit != nil }

    var worldKeys: [WorldKey] { [] }

    var endedWorlds: [String] { [] }

    var flagChangeSet: FlagChangeSet? { nil }

    var worldFlagChanges: [WorldFlagChange] { [] }
}

/// The change of the definitions from the flags file; nil if they were not changed.
///
/// The list can be empty, for instance if a user has defined all of the flags.
struct FlagsFileChange: StateChange {
    let changes: [FlagChange]?

    var hasChanged: Bool { changes != nil }

    var commit: Commit? { nil }

    var worldKeys: [WorldKey] { [] }

    var endedWorlds: [String] { [] }

    var flagChangeSet: FlagChangeSet? {
        guard let changes, !changes.isEmpty else { return nil }
        return FlagChangeSet(commit: nil, changes: changes)
    }

    var worldFlagChanges: [WorldFlagChange] { [] }
}
