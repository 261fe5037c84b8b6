import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// Answers for the daemon itself: `ping`, `rpc.discover`, `session.*`, `server.*`.
final class ServerService {
    /// What does not change while the daemon runs.
    struct Facts {
        var socket: String?
        var state: String
        var epoch: String
        var limits: ServerLimits
        var started: MonotonicTime
    }

    private let facts: Facts
    private let clock: Clocks
    /// Set once there is a server; it outlives every call.
    weak var server: Server?
    /// What `server.stop` does.
    var stop: () -> Void = {}

    init(_ facts: Facts, clock: Clocks) {
        self.facts = facts
        self.clock = clock
    }

    func register(in table: inout MethodTable, _ rule: AccessRule) {
        table.add(API.ping, rule) { parameters, _ in parameters.payload ?? "pong" }
        table.add(API.discover, rule) { _, _ in API.openRPC(version: Version.text) }
        table.add(API.Session.hello, rule) { [self] (parameters, caller) throws(RPCError) in
            try hello(parameters, caller)
        }
        table.add(API.Server.info, rule) { [self] _, _ in info() }
        table.add(API.Server.stats, rule) { [self] _, _ in stats() }
        table.add(API.Server.stop, rule) { [self] _, _ in
            stop()
            return true
        }
    }

    private func hello(_ parameters: HelloParameters, _ caller: Caller) throws(RPCError) -> HelloResult {
        if let world = parameters.world {
            throw RPCError(
                ErrorKind.unknownWorld,
                "there is no world \(world.shown); it has ended, or never was",
                facts: ["world": .string(world.shortened)]
            )
        }
        caller.session.client = parameters.client ?? caller.session.client
        caller.session.version = parameters.version ?? caller.session.version
        caller.peer.closesOnFault = parameters.closeOnFault ?? caller.peer.closesOnFault
        var result = HelloResult()
        result.version = Version.text
        result.epoch = facts.epoch
        result.pid = Int64(Kernel.processID)
        result.limits = facts.limits.json
        return result
    }

    private func info() -> ServerInfo {
        var info = ServerInfo()
        info.version = Version.text
        info.pid = Int64(Kernel.processID)
        info.uptime = Double(clock.monotonic().nanoseconds - facts.started.nanoseconds) / 1e9
        info.socket = facts.socket
        info.state = facts.state
        info.epoch = facts.epoch
        info.connections = Int64(server?.connectionCount ?? 0)
        info.limits = facts.limits.json
        return info
    }

    private func stats() -> ServerStats {
        var stats = ServerStats()
        guard let server else { return stats }
        stats.connections = Int64(server.connectionCount)
        stats.refused = Int64(clamping: server.refused)
        stats.unreadInput = Int64(server.unreadInput)
        for (method, statistics) in zip(server.methods.methods, server.statistics) where statistics.calls > 0 {
            stats.methods.entries.append((method.name.description, MethodStats(statistics)))
        }
        return stats
    }
}

extension MethodStats {
    /// The figures as clients see them, in microseconds.
    fileprivate init(_ statistics: MethodStatistics) {
        self.init()
        calls = Int64(clamping: statistics.calls)
        errors = Int64(clamping: statistics.errors)
        median = Double(statistics.latency.quantile(0.5)) / 1e3
        nearlyAll = Double(statistics.latency.quantile(0.99)) / 1e3
        maximum = Double(statistics.latency.maximum) / 1e3
    }
}
