/// The figures of two servers that were measured in turn.
struct ComparedRounds {
    struct Figures {
        /// The requests or deliveries a second.
        let rate: Double
        /// The p99 in microseconds.
        let slowest: Double
    }

    private var figures: [String: [Figures]] = [:]

    /// Adds the figures of the next round of a server.
    mutating func add(_ round: Figures, of server: String) {
        figures[server, default: []].append(round)
    }

    /// Returns the median rate in thousands.
    func rate(_ server: String) -> String {
        Statistics((figures[server] ?? []).map { $0.rate / 1000 })?.median.text(decimals: 0) ?? "–"
    }

    /// Returns the median p99.
    func slowest(_ server: String) -> String {
        Statistics((figures[server] ?? []).map { $0.slowest })?.median.text(decimals: 0) ?? "–"
    }

    /// Returns the median and the spread of our figure divided by that of Redis in the same round.
    func ratio(_ figure: KeyPath<Figures, Double>) -> String {
        let pairs = zip(figures["ours"] ?? [], figures["Redis"] ?? [])
        return Statistics(pairs.map { $0[keyPath: figure] / $1[keyPath: figure] })?.text(decimals: 2) ?? "–"
    }
}
