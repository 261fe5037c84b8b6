package import JSONCore

/// The parameters of `worlds.create`.
package struct CreateWorldParameters: JSONRecord {
    package static let fields = JSONFieldTable<CreateWorldParameters>([
        .optional(
            "world",
            \.world,
            "The name of the world, 16 or more random characters; by default the daemon makes one."
        )
    ])

    package var world: String?

    package init() {}
}

/// The parameters of `worlds.propose`.
package struct ProposeParameters: JSONRecord {
    /// The limit for the bytes of the summary.
    package static let longestSummary = 1_000

    package static let fields = JSONFieldTable<ProposeParameters>([
        .required("summary", \.summary, "Why the values should become the shared ones, at most 1000 bytes.")
    ])

    package var summary = ""

    package init() {}
}

/// The parameters of `worlds.diff`.
package struct DiffParameters: JSONRecord {
    package static let fields = JSONFieldTable<DiffParameters>([
        .optional("world", \.world, "The name of the world; by default that of the caller."),
        .optional("after", \.after, "The member next of the result before; only later keys are included."),
    ])

    package var world: String?
    package var after: String?

    package init() {}
}

/// The parameters of `worlds.merge`.
package struct MergeParameters: JSONRecord {
    package static let fields = JSONFieldTable<MergeParameters>([
        .optional("world", \.world, "The name of the world; by default that of the caller."),
        .optional(
            "ifRevision",
            \.ifRevision,
            "The revision after which a shared change of a key or flag of the world is a conflict."
        ),
    ])

    package var world: String?
    package var ifRevision: Int64?

    package init() {}
}

/// The parameters of `worlds.drop`.
package struct NamedWorldParameters: JSONRecord {
    package static let fields = JSONFieldTable<NamedWorldParameters>([
        .required("world", \.world, "The name of the world.")
    ])

    package var world = ""

    package init() {}
}

/// The parameters of `worlds.move`.
package struct MoveParameters: JSONRecord {
    package static let fields = JSONFieldTable<MoveParameters>([
        .required("pid", \.pid, "The process ID, as server.clients returns it."),
        .optional("world", \.world, "The world to join; without it, the process leaves its world."),
    ])

    package var pid: Int64 = 0
    package var world: String?

    package init() {}
}

/// The result of `worlds.move`.
package struct MoveResult: JSONRecord {
    package static let fields = JSONFieldTable<MoveResult>([
        .optional("world", \.world, "The world of the process; absent if it is in none."),
        .required("connections", \.connections, "The number of connections of the process."),
    ])

    package var world: String?
    package var connections: Int64 = 0

    package init() {}
}

/// The result of `worlds.create`.
package struct WorldResult: JSONRecord {
    package static let fields = JSONFieldTable<WorldResult>([
        .required("world", \.world, "The name of the world.")
    ])

    package var world = ""

    package init() {}
}

/// The result of `worlds.list`.
package struct WorldListResult: JSONRecord {
    package static let fields = JSONFieldTable<WorldListResult>([
        .required("worlds", \.worlds, "The worlds.")
    ])

    package var worlds: [ListedWorld] = []

    package init() {}
}

/// A world in a list.
package struct ListedWorld: JSONRecord {
    package static let fields = JSONFieldTable<ListedWorld>([
        .required("world", \.world, "The name of the world."),
        .required("members", \.members, "The number of connections in the world."),
        .required("values", \.values, "The number of values."),
        .required("flags", \.flags, "The number of flags that the world overrides."),
        .required("actor", \.actor, "The client that created the world."),
        .optional("proposal", \.proposal, "What the world proposes; absent for a world that clients use."),
    ])

    package var world = ""
    package var members: Int64 = 0
    package var values: Int64 = 0
    package var flags: Int64 = 0
    package var actor = ActorRecord()
    package var proposal: WorldProposalRecord?

    package init() {}
}

/// What a world of `worlds.propose` proposes.
package struct WorldProposalRecord: JSONRecord {
    package static let fields = JSONFieldTable<WorldProposalRecord>([
        .required("summary", \.summary, "Why the values should become the shared ones."),
        .required("revision", \.revision, "The revision of the shared state when the proposal was made."),
    ])

    package var summary = ""
    package var revision: Int64 = 0

    package init() {}
}

/// The result of `worlds.diff`.
package struct DiffResult: JSONRecord {
    package static let fields = JSONFieldTable<DiffResult>([
        .required("revision", \.revision, "The revision of the shared state."),
        .required(
            "changes",
            \.changes,
            "The differences, at most 1000: value is the one in the world, old the one in the shared state."
        ),
        .optional(
            "stored",
            \.stored,
            "The values in the world that have no effect now, but that a merge stores; old is the value in effect."
        ),
        .optional("flags", \.overrides, "The overrides of flags in the world; absent if there are none."),
        .optional("more", \.more, "True if there are more entries."),
        .optional("next", \.next, "The parameter after for the next entries; absent if there are no more."),
    ])

    package var revision: Int64 = 0
    package var changes: [ChangeRecord] = []
    package var stored: [ChangeRecord]?
    package var overrides: [WorldOverrideRecord]?
    package var more: Bool?
    package var next: String?

    package init() {}
}

/// The override of a flag in a world.
package struct WorldOverrideRecord: JSONRecord {
    package static let fields = JSONFieldTable<WorldOverrideRecord>([
        .required("key", \.key, "The key of the flag."),
        .optional("variant", \.variant, "The variant that overrides the flag."),
        .optional("value", \.value, "The value that overrides the flag, if no variant has it."),
    ])

    package var key = ""
    package var variant: String?
    package var value: JSON?

    package init() {}
}
