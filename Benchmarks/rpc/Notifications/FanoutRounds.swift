import LoadGenerator

/// A benchmark of the notifications of many subscribers, compared with the messages of Redis.
struct FanoutRounds {
    private(set) var table = Table([
        "subscriptions", "Redis' delivery", "ours k/s", "Redis k/s", "ours / Redis", "our p99 µs", "Redis p99 µs",
        "p99, ours / Redis",
    ])
    private let options: Options
    private let servers: ValueServers

    /// The descriptors that the largest row needs.
    static let descriptors = 1_500

    init(_ options: Options, _ servers: ValueServers) {
        self.options = options
        self.servers = servers
    }

    mutating func measure(_ setting: FanoutSetting) throws(BenchmarkFailure) {
        let servers = try servers.running(.relaxed)
        var rounds = ComparedRounds()
        /// The bytes of our deliveries.
        var length: Int?
        for _ in 0..<options.rounds {
            for (kind, running) in servers {
                let use =
                    kind.contender.name == "ours"
                    ? FanoutProtocol.tunerd(setting, kind)
                    : FanoutProtocol.redis(setting, deliveryLength: setting.isAsLong ? length : nil)
                let result = try measure(setting, use, running)
                if kind.contender.name == "ours" { length = Int(result.bytes / result.deliveries) }
                let figures = ComparedRounds.Figures(rate: result.rate, slowest: result.latency.microseconds(0.99))
                rounds.add(figures, of: kind.contender.name)
            }
        }
        table.add([
            setting.title, setting.isAsLong ? "as long as ours" : "a message of 8 bytes", rounds.rate("ours"),
            rounds.rate("Redis"), rounds.ratio(\.rate), rounds.slowest("ours"), rounds.slowest("Redis"),
            rounds.ratio(\.slowest),
        ])
    }

    private func measure(
        _ setting: FanoutSetting,
        _ use: FanoutProtocol,
        _ running: RunningServer
    ) throws(BenchmarkFailure) -> FanoutResult {
        var plan = FanoutPlan(
            to: running.address,
            requests: [RequestTemplate(use.publishing)],
            response: use.response,
            subscribing: use.subscribing,
            delivery: use.delivery
        )
        plan.subscribers = setting.connections
        plan.deliveriesPerChange = setting.subscriptions
        plan.bystanders = use.bystanders
        plan.depth = setting.depth
        plan.duration = .seconds(options.seconds)
        plan.warmUp = .seconds(options.seconds / 5)
        return try running.measure(plan, during: setting.name)
    }
}
