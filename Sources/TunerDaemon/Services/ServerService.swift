import JSONCore
import LoopCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI
import TunerStore

/// The methods about the daemon itself: `ping`, `rpc.discover`, `session.*` and `server.*`.
struct ServerService {
    /// The OpenRPC document, created at first use because it takes many times as long as any other response.
    private static let document = OpenRPCDocument(version: API.release)

    let socket: String?
    let directory: String
    let durability: Durability
    let limits: DaemonLimits
    let rule: AccessRule
    let started: MonotonicTime
    let startTime: WallTime
    let states: StateVersions
    let members: WorldMembers
    let store: StateStore
    let evaluations: EvaluationCounts
    let applied: AppliedReports
    let flagsFile: FlagsFile?
    let deliveries: Deliveries
    let lifecycle: Lifecycle
    let clock: Clocks

    func register(in methods: inout DaemonMethods) {
        methods.add(API.ping) { parameters, _ in parameters.payload ?? "pong" }
        methods.add(API.discover) { _, _ in Self.document }
        methods.add(API.Session.hello, hello)
        methods.add(API.Server.info) { [self] _, caller in info(caller) }
        methods.add(API.Server.stats) { [self] _, caller in stats(of: caller.peer.server) }
        methods.add(API.Server.stop) { [lifecycle] _, caller in
            lifecycle.end("server.stop", caller.peer.server)
            return true
        }
    }

    private func hello(_ parameters: HelloParameters, _ caller: Caller) throws(RPCError) -> HelloResult {
        try checkLength(of: parameters.client, "client")
        try checkLength(of: parameters.version, "version")
        if parameters.reveals == true, !rule.isPrivileged(caller.peer.credentials) { throw .revealDenied }
        // A program that was moved names the world that it was started in, or none, when it connects again.
        let isFixed = parameters.isFixed == true
        if isFixed || caller.session.hasLookedForWorld || !members.joinMovedProcess(caller) {
            if let world = parameters.world { try states.checkJoinable(world, for: caller) }
            members.join(caller, parameters.world)
        }
        caller.session.client = parameters.client ?? caller.session.client
        caller.session.version = parameters.version ?? caller.session.version
        caller.session.reveals = parameters.reveals ?? false
        caller.session.isFixed = isFixed
        caller.peer.closesOnFault = parameters.closeOnFault ?? caller.peer.closesOnFault
        var result = HelloResult()
        result.version = API.release
        let state = states.state(for: caller)
        result.epoch = state.epoch
        result.revision = state.revision
        result.world = caller.session.world
        result.capabilities = ["tunables", "layers", "worlds", "flags", "stew"]
        result.pid = Int64(Kernel.processID)
        result.limits = limits.json
        return result
    }

    /// Throws if a name is too long, because the daemon keeps it for each connection.
    private func checkLength(of name: String?, _ parameter: StaticString) throws(RPCError) {
        guard let name, name.utf8.count > ServerService.maxNameLength else { return }
        throw RPCError(
            limit: parameter.description,
            ServerService.maxNameLength,
            parameter: parameter,
            bytes: name.utf8.count,
            "\(parameter) may have at most \(ServerService.maxNameLength) bytes, got \(name.utf8.count)"
        )
    }

    private static let maxNameLength = 256

    /// Returns the current facts about the daemon, as a caller sees them.
    func info(_ caller: Caller) -> ServerInfo {
        let state = states.state(for: caller)
        var info = ServerInfo()
        info.version = API.release
        info.pid = Int64(Kernel.processID)
        info.uptime = Double(clock.monotonic().nanoseconds - started.nanoseconds) / 1e9
        info.time = states.now.rfc3339
        info.socket = socket
        info.state = directory
        info.epoch = state.epoch
        info.revision = state.revision
        info.durability = durability.rawValue
        info.limited = KillSwitchesRecord(state.allKillSwitches)
        info.tunables = Int64(state.tunableCount)
        info.flags = Int64(state.flagCount)
        info.flagsVersion = states.flagsVersion(for: caller)
        info.flagsFile = flagsFile?.record
        info.layers = Int64(state.layerCount)
        info.worlds = Int64(state.worldCount)
        info.storage = StorageRecord(store.trouble)
        info.connections = Int64(caller.peer.server.servedCount)
        info.subscriptions = Int64(deliveries.subscriptionCount)
        info.limits = limits.json
        return info
    }

    private func stats(of server: RPCServer) -> ServerStats {
        var stats = ServerStats()
        stats.connections = Int64(server.servedCount)
        stats.refused = Int64(clamping: server.refused)
        stats.unreadInput = Int64(server.unreadInput)
        stats.longestTurn = Double(server.loop.longestTurn) / 1e3
        stats.started = Double(startTime.milliseconds) / 1e3
        stats.received = Int64(clamping: server.traffic.received)
        stats.sent = Int64(clamping: server.traffic.sent)
        stats.notifications = Int64(clamping: server.traffic.notifications)
        stats.commits = states.committed.revision - states.firstRevision
        stats.journalBytes = Int64(clamping: store.submittedBytes)
        stats.journalWrites = Int64(clamping: store.writes)
        stats.evaluations = evaluations.byReason
        stats.evaluationErrors = evaluations.errors
        stats.applied = AppliedStats(applied)
        stats.bounds = MethodStats.exponents.map { Double(UInt64(1) << UInt64($0)) / 1e3 }
        for (method, statistics) in zip(server.methods.methods, server.statistics) where statistics.calls > 0 {
            stats.methods.entries.append((method.name.description, MethodStats(statistics)))
        }
        return stats
    }
}

extension AppliedStats {
    /// Creates the record of the delays of reports, in microseconds.
    fileprivate init(_ reports: AppliedReports) {
        self.init()
        self.reports = Int64(clamping: reports.delayCount)
        median = Double(reports.delays.quantile(0.5)) / 1e3
        nearlyAll = Double(reports.delays.quantile(0.99)) / 1e3
        maximum = Double(reports.delays.maximum) / 1e3
        total = reports.totalDelay / .microseconds(1)
        guard reports.delayCount > 0 else { return }
        buckets = reports.delays.counts(belowPowersOfTwo: MethodStats.exponents).map { Int64(clamping: $0) }
    }
}

extension MethodStats {
    /// The exponents of the upper bounds of the buckets, which are powers of two in nanoseconds: 1 µs to 1 s.
    fileprivate static let exponents = 10...30

    /// Creates the record of a method's statistics, with latencies in microseconds.
    fileprivate init(_ statistics: MethodStatistics) {
        self.init()
        calls = Int64(clamping: statistics.calls)
        errors = Int64(clamping: statistics.errors)
        median = Double(statistics.latency.quantile(0.5)) / 1e3
        nearlyAll = Double(statistics.latency.quantile(0.99)) / 1e3
        maximum = Double(statistics.latency.maximum) / 1e3
        total = Double(statistics.total) / 1e3
        buckets = statistics.latency.counts(belowPowersOfTwo: MethodStats.exponents).map { Int64(clamping: $0) }
    }
}
