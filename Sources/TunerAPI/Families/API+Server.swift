package import JSONCore

extension API {
    /// The daemon.
    package enum Server {
        /// The methods of this file, in the order of the reference.
        static let methods: [any AnyMethodDeclaration] = [info, stats, stop]

        /// Returns the daemon's status.
        package static let info = MethodDeclaration<NoFields, ServerInfo>(
            "server.info",
            .reads,
            .daemon,
            "Return the state of the daemon.",
            examples: Example(
                "",
                #"""
                {"version":"0.1.0","pid":99,"uptime":3.5,"time":"2026-08-06T20:15:00.000Z","socket":"/run/user/1000/tuner/tunerd.sock","state":"/home/me/.local/state/tuner","epoch":"a1b2","revision":0,"durability":"sync","limited":{"on":false,"by":[]},"tunables":0,"flags":0,"layers":0,"worlds":0,"connections":1,"subscriptions":0,"storage":{"ok":true},"flagsVersion":"a1b2-1786047300500-0","limits":{}}
                """#
            )
        )

        /// Returns the daemon's counters.
        package static let stats = MethodDeclaration<NoFields, ServerStats>(
            "server.stats",
            .reads,
            .daemon,
            "Return the daemon's counters, and the time that its methods took.",
            examples: Example(
                "",
                #"""
                {"connections":1,"refused":0,"unreadInput":0,"longestTurn":120.5,"started":1786047300.5,"received":120,"sent":0,"notifications":0,"commits":0,"journalBytes":0,"journalWrites":0,"evaluations":{},"evaluationErrors":{},"bounds":[],"methods":{},"applied":{"reports":0,"p50":0.5,"p99":0.5,"max":0.5,"total":0.5,"buckets":[]}}
                """#
            )
        )

        /// Stops the daemon.
        package static let stop = MethodDeclaration<NoFields, Bool>(
            "server.stop",
            .writes,
            .daemon,
            "Stop the daemon after it has sent all responses.",
            errors: [.denied],
            examples: Example("", "true")
        )
    }
}

/// The result of `server.info`.
package struct ServerInfo: JSONRecord {
    package static let fields = JSONFieldTable<ServerInfo>([
        .required("version", \.version, "The version of the daemon."),
        .required("pid", \.pid, "The process ID of the daemon."),
        .required("uptime", \.uptime, "The seconds since the daemon started to serve."),
        .optional("time", \.time, "The time of the daemon's clock, in UTC."),
        .optional("socket", \.socket, "The path of the socket; absent if the socket has none."),
        .required("state", \.state, "The directory of the state."),
        .required("epoch", \.epoch, "The name of the state; it is new after the state was lost or replaced."),
        .required("revision", \.revision, "The revision of the state's last commit."),
        .required("durability", \.durability, "The durability: sync, relaxed or none."),
        .required("limited", \.limited, "The kill switches."),
        .required("tunables", \.tunables, "The number of tunables, without the built-in ones."),
        .required("flags", \.flags, "The number of flags, without the built-in ones."),
        .required("layers", \.layers, "The number of layers."),
        .required("worlds", \.worlds, "The number of worlds."),
        .required("connections", \.connections, "The number of connections."),
        .required("subscriptions", \.subscriptions, "The number of subscriptions."),
        .required("storage", \.storage, "Whether the disk accepts writes."),
        .required("flagsVersion", \.flagsVersion, "The version of the flags; a change of any flag changes it."),
        .optional("flagsFile", \.flagsFile, "The state of the file of flags; absent if the daemon has none."),
        .required("limits", \.limits, "The limits, by name."),
    ]
    )

    package var version = ""
    package var pid: Int64 = 0
    package var uptime = 0.0
    package var time: String?
    package var socket: String?
    package var state = ""
    package var epoch = ""
    package var revision: Int64 = 0
    package var connections: Int64 = 0
    package var durability = ""
    package var limited = KillSwitchesRecord()
    package var tunables: Int64 = 0
    package var flags: Int64 = 0
    package var layers: Int64 = 0
    package var worlds: Int64 = 0
    package var subscriptions: Int64 = 0
    package var storage = StorageRecord()
    package var flagsVersion = ""
    package var flagsFile: FlagsFileRecord?
    package var limits = JSONObject()

    package init() {}
}

/// The result of `server.stats`.
package struct ServerStats: JSONRecord {
    package static let fields = JSONFieldTable<ServerStats>([
        .required("connections", \.connections, "The number of connections."),
        .required("refused", \.refused, "The number of connections that were refused because there were too many."),
        .required("unreadInput", \.unreadInput, "The bytes of memory for input that is not handled yet."),
        .required("longestTurn", \.longestTurn, "The longest turn of the event loop, in microseconds."),
        .required("started", \.started, "The time when the daemon started to serve, in seconds since 1970."),
        .required("received", \.received, "The bytes received from clients."),
        .required("sent", \.sent, "The bytes sent to clients."),
        .required("notifications", \.notifications, "The number of notifications to clients."),
        .required("commits", \.commits, "The number of commits since the daemon started."),
        .required("journalBytes", \.journalBytes, "The bytes of the records that were passed to the journal."),
        .required("journalWrites", \.journalWrites, "The number of writes of the journal; with sync, each is flushed."),
        .required(
            "evaluations",
            \.evaluations,
            "The evaluations by flags.evaluate and flags.evaluateAll, by flag; \"\" for unknown flags and beyond 1,024."
        ),
        .required("evaluationErrors", \.evaluationErrors, "The number of evaluations with an error, by error code."),
        .required("bounds", \.bounds, "The upper bounds of the buckets of methods, in microseconds, ascending."),
        .required("methods", \.methods, "The counts and times of each method that was called, by name."),
        .optional("applied", \.applied, "The times in which subscribers applied revisions; see \"Applied revisions\"."),
    ]
    )

    package var connections: Int64 = 0
    package var refused: Int64 = 0
    package var unreadInput: Int64 = 0
    package var longestTurn = 0.0
    package var started = 0.0
    package var received: Int64 = 0
    package var sent: Int64 = 0
    package var notifications: Int64 = 0
    package var commits: Int64 = 0
    package var journalBytes: Int64 = 0
    package var journalWrites: Int64 = 0
    package var evaluations = JSONMap<EvaluationStats>()
    package var evaluationErrors = JSONMap<Int64>()
    package var bounds: [Double] = []
    package var methods = JSONMap<MethodStats>()
    package var applied: AppliedStats?

    package init() {}
}

/// The numbers of evaluations of one flag; a reason that never occurred is absent.
package struct EvaluationStats: JSONRecord {
    package static let fields = JSONFieldTable<EvaluationStats>([
        .optional("STATIC", \.static, "The number of evaluations with this reason; absent if it is 0."),
        .optional("DEFAULT", \.default, "The number of evaluations with this reason; absent if it is 0."),
        .optional(
            "TARGETING_MATCH",
            \.targetingMatch,
            "The number of evaluations with this reason; absent if it is 0."
        ),
        .optional("SPLIT", \.split, "The number of evaluations with this reason; absent if it is 0."),
        .optional("DISABLED", \.disabled, "The number of evaluations with this reason; absent if it is 0."),
        .optional("ERROR", \.error, "The number of evaluations with this reason; absent if it is 0."),
    ])

    package var `static`: Int64?
    package var `default`: Int64?
    package var targetingMatch: Int64?
    package var split: Int64?
    package var disabled: Int64?
    package var error: Int64?

    package init() {}
}

/// The counters of one method.
package struct MethodStats: JSONRecord {
    package static let fields = JSONFieldTable<MethodStats>([
        .required("calls", \.calls, "The number of calls."),
        .required("errors", \.errors, "The number of calls that failed."),
        .required("p50", \.median, "The microseconds within which half of the calls were handled."),
        .required("p99", \.nearlyAll, "The microseconds within which 99 of 100 calls were handled."),
        .required("max", \.maximum, "The microseconds of the slowest call."),
        .required("total", \.total, "The microseconds of all calls together."),
        .required("buckets", \.buckets, "For each bound, the number of calls that took less time."),
    ]
    )

    package var calls: Int64 = 0
    package var errors: Int64 = 0
    package var median = 0.0
    package var nearlyAll = 0.0
    package var maximum = 0.0
    package var total = 0.0
    package var buckets: [Int64] = []

    package init() {}
}
