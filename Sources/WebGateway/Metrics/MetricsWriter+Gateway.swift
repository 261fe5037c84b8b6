import RPCCore

/// The metrics of the gateway itself.
extension MetricsWriter {
    /// The exponents of the upper bounds, which are powers of two in nanoseconds, as those of the daemon.
    private static let exponents = 10...30

    package mutating func write(_ counts: GatewayCounts, version: String) {
        begin(.build)
        sample(("version", version), is: Int64(1))
        begin(.start)
        sample(is: counts.started)
        write(.connections, counts.connections)
        write(.acceptedConnections, counts.acceptedConnections)
        write(.refusedConnections, counts.refusedConnections)
        write(.eventStreams, counts.eventStreams)
        write(.webSockets, counts.webSockets)
        write(.received, counts.received)
        write(.sent, counts.sent)
        begin(.requests)
        for route in counts.routes {
            for digit in 1...5 where route.statuses[digit - 1] > 0 {
                sample(("route", route.name), ("status", "\(digit)xx"), is: route.statuses[digit - 1])
            }
        }
        begin(.requestDuration)
        let bounds = MetricsWriter.exponents.map { Double(UInt64(1) << UInt64($0)) / 1e9 }
        for route in counts.routes where route.count > 0 {
            histogram(
                ("route", route.name),
                bounds: bounds,
                buckets: route.times.counts(belowPowersOfTwo: MetricsWriter.exponents).map { Int64(clamping: $0) },
                seconds: Double(route.nanoseconds) / 1e9,
                count: route.count
            )
        }
    }

    private mutating func write(_ family: MetricFamily, _ value: Int64) {
        begin(family)
        sample(is: value)
    }
}

extension MetricFamily {
    fileprivate static let build = MetricFamily(.gauge, "tunerweb_build_info", "The version of the gateway.")
    fileprivate static let start = MetricFamily(
        .gauge,
        "tunerweb_start_time_seconds",
        unit: .seconds,
        "The Unix time at which tunerweb started."
    )
    fileprivate static let connections = MetricFamily(.gauge, "tunerweb_connections", "The open HTTP connections.")
    fileprivate static let acceptedConnections = MetricFamily(
        .counter,
        "tunerweb_accepted_connections",
        "The HTTP connections that were accepted."
    )
    fileprivate static let refusedConnections = MetricFamily(
        .counter,
        "tunerweb_refused_connections",
        "The connections that were refused because of a limit on connections."
    )
    fileprivate static let eventStreams = MetricFamily(
        .gauge,
        "tunerweb_event_streams",
        "The open streams of server-sent events."
    )
    fileprivate static let webSockets = MetricFamily(.gauge, "tunerweb_websockets", "The open WebSocket connections.")
    fileprivate static let received = MetricFamily(
        .counter,
        "tunerweb_received_bytes",
        unit: .bytes,
        "The bytes received from clients."
    )
    fileprivate static let sent = MetricFamily(
        .counter,
        "tunerweb_sent_bytes",
        unit: .bytes,
        "The bytes sent to clients."
    )
    fileprivate static let requests = MetricFamily(
        .counter,
        "tunerweb_requests",
        "The responses by route and status class, such as 2xx."
    )
    fileprivate static let requestDuration = MetricFamily(
        .histogram,
        "tunerweb_request_duration_seconds",
        unit: .seconds,
        "The time from the end of a request's head to its response, or to the start of a stream."
    )
}
