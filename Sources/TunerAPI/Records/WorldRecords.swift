package import JSONCore

/// The parameters of `worlds.create`.
package struct CreateWorldParameters: JSONRecord {
    package static let fields = JSONFieldTable<CreateWorldParameters>([
        .optional("world", \.world, "Its identity, 16 or more random characters; made by the daemon unless given.")
    ])

    package var world: String?

    package init() {}
}

/// The parameters of methods about the caller's world or another.
package struct WorldParameters: JSONRecord {
    package static let fields = JSONFieldTable<WorldParameters>([
        .optional("world", \.world, "The world; the caller's own unless it is named.")
    ])

    package var world: String?

    package init() {}
}

/// The parameters of `worlds.drop`.
package struct NamedWorldParameters: JSONRecord {
    package static let fields = JSONFieldTable<NamedWorldParameters>([
        .required("world", \.world, "The world.")
    ])

    package var world = ""

    package init() {}
}

/// The result of `worlds.create`.
package struct WorldResult: JSONRecord {
    package static let fields = JSONFieldTable<WorldResult>([
        .required("world", \.world, "Its identity.")
    ])

    package var world = ""

    package init() {}
}

/// The result of `worlds.list`.
package struct WorldListResult: JSONRecord {
    package static let fields = JSONFieldTable<WorldListResult>([
        .required("worlds", \.worlds, "The worlds there are.")
    ])

    package var worlds: [ListedWorld] = []

    package init() {}
}

/// A world in a list.
package struct ListedWorld: JSONRecord {
    package static let fields = JSONFieldTable<ListedWorld>([
        .required("world", \.world, "Its identity."),
        .required("members", \.members, "How many connections are in it."),
        .required("values", \.values, "How many values it has."),
        .required("flags", \.flags, "How many flags it overrides."),
        .required("actor", \.actor, "Who made it."),
    ])

    package var world = ""
    package var members: Int64 = 0
    package var values: Int64 = 0
    package var flags: Int64 = 0
    package var actor = ActorRecord()

    package init() {}
}

/// The result of `worlds.diff`.
package struct DiffResult: JSONRecord {
    package static let fields = JSONFieldTable<DiffResult>([
        .required("changes", \.changes, "What that changed, at most 1000."),
        .optional("flags", \.flags, "What flags are forced to be in the world; absent where none is."),
        .optional("more", \.more, "True where there is more than is told."),
    ])

    package var changes: [ChangeRecord] = []
    package var flags: [FlagEditRecord]?
    package var more: Bool?

    package init() {}
}
