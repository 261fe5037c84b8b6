import LoadGenerator

/// A benchmark of the requests a second of each server in turn, so that a slow minute affects all servers.
struct RateRounds {
    private(set) var table: Table
    private let options: Options
    private let servers: [RunningServer]

    init(_ options: Options, _ servers: [RunningServer]) {
        self.options = options
        self.servers = servers
        table = Table([
            "setting", "ours k/s", "Redis k/s", "echo k/s", "ours / Redis", "ours / echo", "our p99 µs", "Redis p99 µs",
        ])
    }

    mutating func measure(_ setting: Setting) throws(BenchmarkFailure) {
        var rounds: [[String: LoadResult]] = []
        try ProcessorSet.sharingOne(with: servers.map { $0.pid }, if: setting.isPinned) {
            () throws(BenchmarkFailure) in
            for _ in 0..<options.rounds { rounds.append(try round(setting)) }
        }
        table.add([
            setting.name, rate("ours", rounds), rate("Redis", rounds), rate("echo", rounds),
            ratio("ours", "Redis", rounds), ratio("ours", "echo", rounds),
            slowest("ours", rounds), slowest("Redis", rounds),
        ])
    }

    /// Measures each server once.
    private func round(_ setting: Setting) throws(BenchmarkFailure) -> [String: LoadResult] {
        var round: [String: LoadResult] = [:]
        for server in servers {
            var plan = server.plan(setting.payload)
            plan.connections = setting.connections
            plan.depth = setting.depth
            plan.duration = .seconds(options.seconds)
            plan.warmUp = .seconds(options.seconds / 5)
            round[server.contender.name] = try server.measure(plan, during: "setting \(setting.name)")
        }
        return round
    }

    private func rate(_ name: String, _ rounds: [[String: LoadResult]]) -> String {
        Statistics(rounds.compactMap { $0[name]?.rate }).map { ($0.median / 1000).text(decimals: 0) } ?? "–"
    }

    private func ratio(_ name: String, _ other: String, _ rounds: [[String: LoadResult]]) -> String {
        let ratios = rounds.compactMap { round -> Double? in
            guard let one = round[name], let two = round[other] else { return nil }
            return one.rate / two.rate
        }
        return Statistics(ratios)?.text(decimals: 2) ?? "–"
    }

    private func slowest(_ name: String, _ rounds: [[String: LoadResult]]) -> String {
        Statistics(rounds.compactMap { $0[name]?.latency.microseconds(0.99) }).map { $0.median.text(decimals: 0) }
            ?? "–"
    }
}
