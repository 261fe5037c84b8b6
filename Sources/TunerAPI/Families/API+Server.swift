package import JSONCore

extension API {
    /// The daemon itself.
    package enum Server {
        /// The methods of this file, in the order in which people read about them.
        static let methods: [any AnyMethodDeclaration] = [info, stats, stop]

        /// How the daemon is.
        package static let info = MethodDeclaration<NoFields, ServerInfo>(
            "server.info",
            .reads,
            .daemon,
            "Tells how the daemon is.",
            examples: Example(
                "",
                #"""
                {"version":"0.1.0","pid":99,"uptime":3.5,"socket":"/run/user/1000/tuner/tunerd.sock","state":"/home/me/.local/state/tuner","epoch":"a1b2","revision":0,"durability":"sync","limited":{"on":false,"by":[]},"tunables":0,"flags":0,"layers":0,"worlds":0,"connections":1,"subscriptions":0,"storage":{"ok":true},"limits":{}}
                """#
            )
        )

        /// What the daemon has done.
        package static let stats = MethodDeclaration<NoFields, ServerStats>(
            "server.stats",
            .reads,
            .daemon,
            "Counts what the daemon has done, and how long its methods took.",
            examples: Example("", #"{"connections":1,"refused":0,"unreadInput":0,"longestTurn":120.5,"methods":{}}"#)
        )

        /// Ends the daemon.
        package static let stop = MethodDeclaration<NoFields, Bool>(
            "server.stop",
            .writes,
            .daemon,
            "Ends the daemon once everything received was answered.",
            errors: [.denied],
            examples: Example("", "true")
        )
    }
}

/// The result of `server.info`.
package struct ServerInfo: JSONRecord {
    package static let fields = JSONFieldTable<ServerInfo>([
        .required("version", \.version, "The daemon's version."),
        .required("pid", \.pid, "The daemon's process."),
        .required("uptime", \.uptime, "Seconds since it began to serve."),
        .optional("socket", \.socket, "Where it listens; absent where the socket has no path."),
        .required("state", \.state, "The folder that holds its state."),
        .required("epoch", \.epoch, "Names the state; another one after it was lost or replaced."),
        .required("revision", \.revision, "The state's last commit."),
        .required("durability", \.durability, "When commits are on disk: sync, relaxed or none."),
        .required("limited", \.limited, "Who says that keys take their defaults."),
        .required("tunables", \.tunables, "How many tunables there are, built-in ones left out."),
        .required("flags", \.flags, "How many flags there are, built-in ones left out."),
        .required("layers", \.layers, "How many layers there are."),
        .required("worlds", \.worlds, "How many worlds there are."),
        .required("connections", \.connections, "How many are connected."),
        .required("subscriptions", \.subscriptions, "How many subscriptions there are."),
        .required("storage", \.storage, "Whether the disk takes what is written."),
        .optional("flagsFile", \.flagsFile, "How the file of flags fares that the daemon was started with."),
        .required("limits", \.limits, "What is too large, by name."),
    ]
    )

    package var version = ""
    package var pid: Int64 = 0
    package var uptime = 0.0
    package var socket: String?
    package var state = ""
    package var epoch = ""
    package var revision: Int64 = 0
    package var connections: Int64 = 0
    package var durability = ""
    package var limited = LimitedRecord()
    package var tunables: Int64 = 0
    package var flags: Int64 = 0
    package var layers: Int64 = 0
    package var worlds: Int64 = 0
    package var subscriptions: Int64 = 0
    package var storage = StorageRecord()
    package var flagsFile: FlagsFileRecord?
    package var limits = JSONObject()

    package init() {}
}

/// The result of `server.stats`.
package struct ServerStats: JSONRecord {
    package static let fields = JSONFieldTable<ServerStats>([
        .required("connections", \.connections, "How many are connected."),
        .required("refused", \.refused, "How many were refused because there were too many."),
        .required("unreadInput", \.unreadInput, "Memory taken by what was received and not handled."),
        .required("longestTurn", \.longestTurn, "Microseconds that the longest turn of the loop took."),
        .required("methods", \.methods, "What each method that was called has done, by name."),
    ]
    )

    package var connections: Int64 = 0
    package var refused: Int64 = 0
    package var unreadInput: Int64 = 0
    package var longestTurn = 0.0
    package var methods = JSONMap<MethodStats>()

    package init() {}
}

/// What one method has done.
package struct MethodStats: JSONRecord {
    package static let fields = JSONFieldTable<MethodStats>([
        .required("calls", \.calls, "How often it was called."),
        .required("errors", \.errors, "How often it failed, at once or later."),
        .required("p50", \.median, "Microseconds of the turn that half of the calls stayed within."),
        .required("p99", \.nearlyAll, "The same for 99 of 100 calls."),
        .required("max", \.maximum, "The same for all."),
    ]
    )

    package var calls: Int64 = 0
    package var errors: Int64 = 0
    package var median = 0.0
    package var nearlyAll = 0.0
    package var maximum = 0.0

    package init() {}
}
