import JSONCore
import TunerAPI

/// The metrics of the daemon.
extension MetricsWriter {
    /// Writes that the daemon does not respond.
    package mutating func writeMissingDaemon() {
        begin(.isUp)
        sample(is: Int64(0))
    }

    /// Writes what the daemon returns.
    package mutating func write(_ records: DaemonRecords) {
        write(records.info, records.stats)
        write(records.layers)
        write(records.sources)
    }

    private mutating func write(_ info: ServerInfo, _ stats: ServerStats) {
        begin(.isUp)
        sample(is: Int64(1))
        begin(.build)
        sample(("version", info.version), is: Int64(1))
        begin(.start)
        sample(is: stats.started)
        write(info)
        write(stats)
        let bounds = stats.bounds.map { MetricsWriter.seconds(microseconds: $0) }
        write(stats.methods, bounds: bounds)
        if let applied = stats.applied { write(applied, bounds: bounds) }
        write(stats.evaluations, stats.evaluationErrors)
    }

    private mutating func write(_ family: MetricFamily, _ value: Int64) {
        begin(family)
        sample(is: value)
    }

    private mutating func write(_ info: ServerInfo) {
        write(.revision, info.revision)
        write(.tunables, info.tunables)
        write(.flags, info.flags)
        write(.layers, info.layers)
        write(.worlds, info.worlds)
        write(.killSwitches, Int64(info.limited.by.count))
        write(.storage, info.storage.isOK ? 1 : 0)
        if let file = info.flagsFile {
            write(.flagsFile, file.isOK ? 1 : 0)
        }
        write(.subscriptions, info.subscriptions)
    }

    private mutating func write(_ stats: ServerStats) {
        write(.connections, stats.connections)
        write(.refusedConnections, stats.refused)
        write(.received, stats.received)
        write(.sent, stats.sent)
        write(.unreadInput, stats.unreadInput)
        write(.notifications, stats.notifications)
        write(.commits, stats.commits)
        write(.journalBytes, stats.journalBytes)
        write(.journalWrites, stats.journalWrites)
        begin(.longestTurn)
        sample(is: MetricsWriter.seconds(microseconds: stats.longestTurn))
    }

    private mutating func write(_ methods: JSONMap<MethodStats>, bounds: [Double]) {
        begin(.callErrors)
        for (name, method) in methods.entries {
            sample(("method", name), is: method.errors)
        }
        begin(.callDuration)
        for (name, method) in methods.entries {
            histogram(
                ("method", name),
                bounds: bounds,
                buckets: method.buckets,
                seconds: MetricsWriter.seconds(microseconds: method.total),
                count: method.calls
            )
        }
    }

    private mutating func write(_ applied: AppliedStats, bounds: [Double]) {
        begin(.appliedDelay)
        histogram(
            nil,
            bounds: bounds,
            buckets: applied.buckets.isEmpty ? bounds.map { _ in 0 } : applied.buckets,
            seconds: MetricsWriter.seconds(microseconds: applied.total),
            count: applied.reports
        )
    }

    private mutating func write(_ evaluations: JSONMap<EvaluationStats>, _ errors: JSONMap<Int64>) {
        begin(.evaluations)
        for (key, flag) in evaluations.entries {
            let reasons = [
                ("static", flag.static), ("default", flag.default), ("targeting_match", flag.targetingMatch),
                ("split", flag.split), ("disabled", flag.disabled), ("error", flag.error),
            ]
            for case (let reason, let count?) in reasons {
                sample(("key", key), ("reason", reason), is: count)
            }
        }
        begin(.evaluationErrors)
        for (code, count) in errors.entries {
            sample(("error_type", code.lowercased()), is: count)
        }
    }

    /// Returns a time in seconds, as the double that is nearest to its whole number of nanoseconds.
    private static func seconds(microseconds: Double) -> Double { (microseconds * 1e3).rounded() / 1e9 }
}

extension MetricFamily {
    fileprivate static let isUp = MetricFamily(.gauge, "tunerd_up", "Whether the daemon responds.")
    fileprivate static let build = MetricFamily(.gauge, "tunerd_build_info", "The version of the daemon.")
    fileprivate static let start = MetricFamily(
        .gauge,
        "tunerd_start_time_seconds",
        unit: .seconds,
        "The Unix time at which tunerd started."
    )
    fileprivate static let revision = MetricFamily(.gauge, "tunerd_revision", "The revision of the last commit.")
    fileprivate static let tunables = MetricFamily(.gauge, "tunerd_tunables", "The tunables, without built-in ones.")
    fileprivate static let flags = MetricFamily(.gauge, "tunerd_flags", "The flags, without built-in ones.")
    fileprivate static let layers = MetricFamily(.gauge, "tunerd_layers", "The layers.")
    fileprivate static let worlds = MetricFamily(.gauge, "tunerd_worlds", "The worlds.")
    fileprivate static let killSwitches = MetricFamily(.gauge, "tunerd_kill_switches", "The kill switches that are on.")
    fileprivate static let storage = MetricFamily(.gauge, "tunerd_storage_ok", "Whether the disk accepts writes.")
    fileprivate static let flagsFile = MetricFamily(
        .gauge,
        "tunerd_flags_file_ok",
        "1 if every flag in the file of --flags is valid, else 0."
    )
    fileprivate static let subscriptions = MetricFamily(.gauge, "tunerd_subscriptions", "The subscriptions.")
    fileprivate static let connections = MetricFamily(.gauge, "tunerd_connections", "The open connections.")
    fileprivate static let refusedConnections = MetricFamily(
        .counter,
        "tunerd_refused_connections",
        "The connections that were refused because there were too many."
    )
    fileprivate static let received = MetricFamily(
        .counter,
        "tunerd_received_bytes",
        unit: .bytes,
        "The bytes received from clients."
    )
    fileprivate static let sent = MetricFamily(
        .counter,
        "tunerd_sent_bytes",
        unit: .bytes,
        "The bytes sent to clients."
    )
    fileprivate static let unreadInput = MetricFamily(
        .gauge,
        "tunerd_unread_input_bytes",
        unit: .bytes,
        "The memory for input that is not handled yet."
    )
    fileprivate static let notifications = MetricFamily(
        .counter,
        "tunerd_notifications",
        "The notifications to clients."
    )
    fileprivate static let commits = MetricFamily(.counter, "tunerd_commits", "The commits.")
    fileprivate static let journalBytes = MetricFamily(
        .counter,
        "tunerd_journal_bytes",
        unit: .bytes,
        "The bytes of the records that were passed to the journal."
    )
    fileprivate static let journalWrites = MetricFamily(
        .counter,
        "tunerd_journal_writes",
        "The writes of the journal."
    )
    fileprivate static let longestTurn = MetricFamily(
        .gauge,
        "tunerd_longest_turn_seconds",
        unit: .seconds,
        "The longest time for which the event loop served no other client."
    )
    fileprivate static let callErrors = MetricFamily(
        .counter,
        "tunerd_call_errors",
        "The calls of each method that failed."
    )
    fileprivate static let callDuration = MetricFamily(
        .histogram,
        "tunerd_call_duration_seconds",
        unit: .seconds,
        "The time that the event loop spent on each call, by method."
    )
    fileprivate static let appliedDelay = MetricFamily(
        .histogram,
        "tunerd_applied_delay_seconds",
        unit: .seconds,
        "The time from the publication of a revision to the first report that a subscription has applied it."
    )
    fileprivate static let evaluations = MetricFamily(
        .counter,
        "tunerd_flag_evaluations",
        "The evaluations by flag and reason. The key is empty for unknown flags, and for flags after the first 1,024."
    )
    fileprivate static let evaluationErrors = MetricFamily(
        .counter,
        "tunerd_flag_evaluation_errors",
        "The evaluations with an error, by error code."
    )
}
