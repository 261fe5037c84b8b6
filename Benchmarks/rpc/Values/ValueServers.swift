/// The servers that store values: ours and, where it is installed, Redis; started when a row needs them.
final class ValueServers {
    private let daemon: String
    private let redis: String?
    private let directory: String
    private var started: [ValueServer.Durability: [(kind: ValueServer, running: RunningServer)]] = [:]

    init(daemon: String, redis: String?, in directory: String) {
        self.daemon = daemon
        self.redis = redis
        self.directory = directory
    }

    /// Returns the running servers of a durability, with the values that reads read.
    func running(
        _ durability: ValueServer.Durability
    ) throws(BenchmarkFailure) -> [(kind: ValueServer, running: RunningServer)] {
        if let servers = started[durability] { return servers }
        var kinds = [ValueServer.tunerd(daemon, durability)]
        if let redis { kinds.append(.redis(redis, durability)) }
        let servers = try kinds.map { (kind) throws(BenchmarkFailure) in
            let server = try RunningServer(kind.contender, in: directory)
            let (text, lines) = kind.preparing([ValueServer.readKey] + ValueWorkload.manyKeys)
            try server.exchange(text, lines: lines, during: "the first values")
            return (kind, server)
        }
        started[durability] = servers
        return servers
    }
}
