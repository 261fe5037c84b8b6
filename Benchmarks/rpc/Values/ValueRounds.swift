import LoadGenerator

/// A benchmark of reads and writes of values, compared with Redis.
struct ValueRounds {
    private(set) var table = Table([
        "request", "setting", "ours k/s", "Redis k/s", "ours / Redis", "our p99 µs", "Redis p99 µs",
    ])
    private let options: Options
    private let servers: ValueServers

    init(_ options: Options, _ servers: ValueServers) {
        self.options = options
        self.servers = servers
    }

    mutating func measure(_ setting: ValueSetting) throws(BenchmarkFailure) {
        let servers = try servers.running(setting.workload.durability)
        let rounds = try ProcessorSet.sharingOne(
            with: servers.map { $0.running.pid },
            if: setting.load.isPinned
        ) { () throws(BenchmarkFailure) in
            var rounds = ComparedRounds()
            for _ in 0..<options.rounds {
                for (kind, running) in servers {
                    rounds.add(try measure(setting, kind, running), of: kind.contender.name)
                }
            }
            return rounds
        }
        table.add([
            setting.workload.title, setting.load.shape, rounds.rate("ours"), rounds.rate("Redis"), rounds.ratio(\.rate),
            rounds.slowest("ours"), rounds.slowest("Redis"),
        ])
    }

    private func measure(
        _ setting: ValueSetting,
        _ kind: ValueServer,
        _ running: RunningServer
    ) throws(BenchmarkFailure) -> ComparedRounds.Figures {
        var plan = running.plan(setting.workload.requests(of: kind), setting.workload.response(of: kind))
        plan.connections = setting.load.connections
        plan.depth = setting.load.depth
        plan.duration = .seconds(options.seconds)
        plan.warmUp = .seconds(options.seconds / 5)
        let result = try running.measure(plan, during: setting.name)
        return ComparedRounds.Figures(rate: result.rate, slowest: result.latency.microseconds(0.99))
    }
}
