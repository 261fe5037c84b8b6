import LoadGenerator

/// A benchmark of how a client that pipelines many pings delays the pings of another client.
struct FairnessRounds {
    private(set) var table = Table([
        "server", "processors", "p99 alone µs", "p99 beside the flood µs", "ratio", "flood k/s",
    ])
    private let options: Options

    init(_ options: Options) { self.options = options }

    /// First the system places the threads and may move them at any time.
    ///
    /// Then each has its own processor.
    mutating func measure(_ servers: [RunningServer]) throws(BenchmarkFailure) {
        try measure(servers, processors: "any")
        let everywhere = try ProcessorSet.current()
        guard !everywhere.others.isEmpty else { return }
        try everywhere.first.apply(to: servers.map { $0.pid })
        try everywhere.others.applyToThis()
        try measure(servers, processors: "apart")
        try everywhere.applyToThis()
        try everywhere.apply(to: servers.map { $0.pid })
    }

    private mutating func measure(_ servers: [RunningServer], processors: String) throws(BenchmarkFailure) {
        for server in servers {
            var alone: [Double] = []
            var beside: [Double] = []
            var floods: [Double] = []
            for _ in 0..<options.rounds {
                var plan = server.plan(.plain)
                plan.duration = .seconds(options.seconds)
                plan.warmUp = .seconds(options.seconds / 5)
                alone.append(try server.measure(plan, during: "fairness, quiet").latency.microseconds(0.99))
                plan.flood = options.flood
                let flooded = try server.measure(plan, during: "fairness, flooded")
                beside.append(flooded.latency.microseconds(0.99))
                floods.append(Double(flooded.floodResponses) / flooded.seconds / 1000)
            }
            let ratios = zip(alone, beside).map { $1 / $0 }
            let figures = [(alone, 0), (beside, 0), (ratios, 2), (floods, 0)]
            table.add(
                [server.contender.name, processors] + figures.map { Statistics($0)?.text(decimals: $1) ?? "–" }
            )
        }
    }
}
