import JSONCore
import Testing
import TunerAPI
import WebGateway
import WebTestSupport

@Suite struct MetricsWriterTests {
    private static let values = """
        {"a":1,"b":-2.50,"c":1e3,"d":true,"e":"7","f":null,"g":[1],"h":{"x":1},"quote\\"back\\\\line\\nü":0}
        """

    private static func stats() throws -> ServerStats {
        let text = """
            {"connections":2,"refused":1,"unreadInput":64,"longestTurn":120.5,"started":1786047300.25,"received":120,\
            "sent":300,"notifications":4,"commits":9,"journalBytes":900,"journalWrites":3,\
            "evaluations":{"ui.sale":{"STATIC":3,"TARGETING_MATCH":2},"":{"ERROR":1}},\
            "evaluationErrors":{"FLAG_NOT_FOUND":1},"bounds":[1.024,2.048],\
            "methods":{"ping":{"calls":3,"errors":1,"p50":1,"p99":2,"max":5,"total":7.5,"buckets":[1,2]}}}
            """
        return try ServerStats(JSON.check(text.utf8.span), in: text.utf8.span)
    }

    private static var info: ServerInfo {
        var info = ServerInfo()
        info.version = "0.1.0"
        info.revision = 41
        info.tunables = 5
        info.flags = 2
        info.layers = 1
        info.worlds = 0
        info.subscriptions = 6
        info.storage.isOK = false
        info.limited.by = [KillSwitchRecord()]
        var file = FlagsFileRecord()
        file.isOK = true
        info.flagsFile = file
        return info
    }

    private static func records() throws -> DaemonRecords {
        var layer = ListedLayer()
        (layer.name, layer.isActive, layer.isStale, layer.age) = ("te\"am", true, true, 12.5)
        var rejection = RejectionRecord()
        rejection.count = 2
        var other = ListedLayer()
        (other.name, other.isKillSwitch, other.rejected) = ("other", true, rejection)
        var preset = ListedLayer()
        preset.name = "preset:evening"
        var source = ListedSyncSource()
        source.source.layer = "te\"am"
        source.source.state = "fetching"
        (source.source.fetches, source.source.fetchTime) = (10, 2_500)
        (source.source.changes, source.source.unchanged) = (1, 4)
        (source.source.rejected, source.source.failed, source.source.failures) = (2, 3, 1)
        (source.source.activations, source.source.error) = (1, "no route")
        source.source.lastFetch = "2026-08-06T20:15:00.500Z"
        source.source.lastGood = "not a time"
        // Another program reports the layer as well: two samples of one name and equal labels would be a fault.
        return try DaemonRecords(info, stats(), [layer, other, preset], [source, source])
    }

    /// Returns the lines of the families whose name begins with a prefix, in the order of the text.
    private static func lines(_ text: String, of prefix: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { line in
            // In a comment, the name is the third word.
            line.split(separator: " ").prefix(3).last?.hasPrefix(prefix) == true || line.hasPrefix(prefix)
        }
    }

    @Test func `a counter, a gauge and a histogram have the form of Prometheus`() throws {
        let text = try MetricsText.of(Self.records(), in: .prometheus)
        #expect(
            Self.lines(text, of: "tunerd_sent") == [
                "# HELP tunerd_sent_bytes_total The bytes sent to clients.", "# TYPE tunerd_sent_bytes_total counter",
                "tunerd_sent_bytes_total 300",
            ]
        )
        #expect(
            Self.lines(text, of: "tunerd_longest") == [
                "# HELP tunerd_longest_turn_seconds The longest time for which the event loop served no other client.",
                "# TYPE tunerd_longest_turn_seconds gauge", "tunerd_longest_turn_seconds 0.0001205",
            ]
        )
        #expect(
            Self.lines(text, of: "tunerd_call_duration") == [
                "# HELP tunerd_call_duration_seconds The time that the event loop spent on each call, by method.",
                "# TYPE tunerd_call_duration_seconds histogram",
                #"tunerd_call_duration_seconds_bucket{method="ping",le="1.024e-06"} 1"#,
                #"tunerd_call_duration_seconds_bucket{method="ping",le="2.048e-06"} 2"#,
                #"tunerd_call_duration_seconds_bucket{method="ping",le="+Inf"} 3"#,
                #"tunerd_call_duration_seconds_sum{method="ping"} 7.5e-06"#,
                #"tunerd_call_duration_seconds_count{method="ping"} 3"#,
            ]
        )
        #expect(text.hasSuffix("\n"))
        #expect(!text.contains("# EOF") && !text.contains("# UNIT"))
    }

    @Test func `a histogram without labels has only the bound`() throws {
        var stats = try Self.stats()
        var applied = AppliedStats()
        (applied.reports, applied.total, applied.buckets) = (3, 7.5, [1, 2])
        stats.applied = applied
        let text = try MetricsText.of(DaemonRecords(Self.info, stats), in: .prometheus)
        #expect(
            Self.lines(text, of: "tunerd_applied_delay_seconds_") == [
                #"tunerd_applied_delay_seconds_bucket{le="1.024e-06"} 1"#,
                #"tunerd_applied_delay_seconds_bucket{le="2.048e-06"} 2"#,
                #"tunerd_applied_delay_seconds_bucket{le="+Inf"} 3"#,
                "tunerd_applied_delay_seconds_sum 7.5e-06", "tunerd_applied_delay_seconds_count 3",
            ]
        )
    }

    @Test func `a counter, a gauge and a histogram have the form of OpenMetrics`() throws {
        let text = try MetricsText.of(Self.records(), in: .openMetrics)
        #expect(
            Self.lines(text, of: "tunerd_sent") == [
                "# HELP tunerd_sent_bytes The bytes sent to clients.", "# TYPE tunerd_sent_bytes counter",
                "# UNIT tunerd_sent_bytes bytes", "tunerd_sent_bytes_total 300",
            ]
        )
        #expect(
            Self.lines(text, of: "tunerd_longest") == [
                "# HELP tunerd_longest_turn_seconds The longest time for which the event loop served no other client.",
                "# TYPE tunerd_longest_turn_seconds gauge", "# UNIT tunerd_longest_turn_seconds seconds",
                "tunerd_longest_turn_seconds 0.0001205",
            ]
        )
        #expect(
            Self.lines(text, of: "tunerd_call_duration_seconds_") == [
                #"tunerd_call_duration_seconds_bucket{method="ping",le="1.024e-06"} 1"#,
                #"tunerd_call_duration_seconds_bucket{method="ping",le="2.048e-06"} 2"#,
                #"tunerd_call_duration_seconds_bucket{method="ping",le="+Inf"} 3"#,
                #"tunerd_call_duration_seconds_sum{method="ping"} 7.5e-06"#,
                #"tunerd_call_duration_seconds_count{method="ping"} 3"#,
            ]
        )
        #expect(text.hasSuffix("\n# EOF\n"))
    }

    @Test func `the facts and counters of the daemon have a sample each`() throws {
        let text = try MetricsText.of(Self.records(), in: .prometheus)
        let samples = Self.lines(text, of: "tunerd_").filter { !$0.hasPrefix("#") && !$0.contains("duration") }
        #expect(
            samples == [
                "tunerd_up 1", #"tunerd_build_info{version="0.1.0"} 1"#, "tunerd_start_time_seconds 1786047300.25",
                "tunerd_revision 41", "tunerd_tunables 5", "tunerd_flags 2", "tunerd_layers 1", "tunerd_worlds 0",
                "tunerd_kill_switches 1", "tunerd_storage_ok 0", "tunerd_flags_file_ok 1", "tunerd_subscriptions 6",
                "tunerd_connections 2", "tunerd_refused_connections_total 1", "tunerd_received_bytes_total 120",
                "tunerd_sent_bytes_total 300", "tunerd_unread_input_bytes 64", "tunerd_notifications_total 4",
                "tunerd_commits_total 9", "tunerd_journal_bytes_total 900", "tunerd_journal_writes_total 3",
                "tunerd_longest_turn_seconds 0.0001205", #"tunerd_call_errors_total{method="ping"} 1"#,
                #"tunerd_flag_evaluations_total{key="ui.sale",reason="static"} 3"#,
                #"tunerd_flag_evaluations_total{key="ui.sale",reason="targeting_match"} 2"#,
                #"tunerd_flag_evaluations_total{key="",reason="error"} 1"#,
                #"tunerd_flag_evaluation_errors_total{error_type="flag_not_found"} 1"#,
            ]
        )
    }

    @Test func `each layer and each source has its samples, except presets`() throws {
        let text = try MetricsText.of(Self.records(), in: .prometheus)
        #expect(
            Self.lines(text, of: "tuner_layer").filter { !$0.hasPrefix("#") } == [
                #"tuner_layer_active{layer="te\"am"} 1"#, #"tuner_layer_active{layer="other"} 0"#,
                #"tuner_layer_stale{layer="te\"am"} 1"#, #"tuner_layer_stale{layer="other"} 0"#,
                #"tuner_layer_kill_switch{layer="te\"am"} 0"#, #"tuner_layer_kill_switch{layer="other"} 1"#,
                #"tuner_layer_rejected{layer="te\"am"} 0"#, #"tuner_layer_rejected{layer="other"} 2"#,
                #"tuner_layer_age_seconds{layer="te\"am"} 12.5"#, #"tuner_layer_age_seconds{layer="other"} 0.0"#,
            ]
        )
        #expect(
            Self.lines(text, of: "tuner_sync").filter { !$0.hasPrefix("#") } == [
                #"tuner_sync_fetches_total{layer="te\"am",result="changed"} 1"#,
                #"tuner_sync_fetches_total{layer="te\"am",result="unchanged"} 4"#,
                #"tuner_sync_fetches_total{layer="te\"am",result="rejected"} 2"#,
                #"tuner_sync_fetches_total{layer="te\"am",result="failed"} 3"#,
                #"tuner_sync_fetch_duration_seconds_sum{layer="te\"am"} 2.5"#,
                #"tuner_sync_fetch_duration_seconds_count{layer="te\"am"} 9"#,
                #"tuner_sync_activations_total{layer="te\"am"} 1"#,
                #"tuner_sync_consecutive_failures{layer="te\"am"} 1"#, #"tuner_sync_ok{layer="te\"am"} 0"#,
                #"tuner_sync_last_fetch_timestamp_seconds{layer="te\"am"} 1786047300.5"#,
            ]
        )
        #expect(
            Self.lines(text, of: "tuner_sync_fetch_duration").prefix(2) == [
                "# HELP tuner_sync_fetch_duration_seconds The time that the fetches of the layer took.",
                "# TYPE tuner_sync_fetch_duration_seconds summary",
            ]
        )
    }

    @Test func `without layers and sources, their families are absent`() throws {
        let text = try MetricsText.of(DaemonRecords(Self.info, Self.stats()), in: .prometheus)
        #expect(!text.contains("tuner_layer") && !text.contains("tuner_sync"))
    }

    @Test func `the counts of the gateway have a sample each`() throws {
        let text = try MetricsText.of(Self.records(), in: .prometheus)
        let samples = Self.lines(text, of: "tunerweb_").filter { !$0.hasPrefix("#") }
        #expect(
            samples.filter { !$0.contains("_bucket") } == [
                #"tunerweb_build_info{version="1.2.3"} 1"#, "tunerweb_start_time_seconds 1786047300.5",
                "tunerweb_connections 3", "tunerweb_accepted_connections_total 7",
                "tunerweb_refused_connections_total 1", "tunerweb_event_streams 2", "tunerweb_websockets 1",
                "tunerweb_received_bytes_total 1000", "tunerweb_sent_bytes_total 5000000000",
                #"tunerweb_requests_total{route="/tune",status="2xx"} 2"#,
                #"tunerweb_requests_total{route="/tune",status="3xx"} 1"#,
                #"tunerweb_requests_total{route="other",status="4xx"} 1"#,
                #"tunerweb_request_duration_seconds_sum{route="/tune"} 3.000002047"#,
                #"tunerweb_request_duration_seconds_count{route="/tune"} 3"#,
                #"tunerweb_request_duration_seconds_sum{route="other"} 2e-06"#,
                #"tunerweb_request_duration_seconds_count{route="other"} 1"#,
            ]
        )
        let buckets = samples.filter { $0.hasPrefix(#"tunerweb_request_duration_seconds_bucket{route="/tune""#) }
        #expect(buckets.count == 22)
        #expect(buckets.first == #"tunerweb_request_duration_seconds_bucket{route="/tune",le="1.024e-06"} 1"#)
        #expect(buckets[20] == #"tunerweb_request_duration_seconds_bucket{route="/tune",le="1.073741824"} 2"#)
        #expect(buckets.last == #"tunerweb_request_duration_seconds_bucket{route="/tune",le="+Inf"} 3"#)
    }

    @Test(arguments: MetricsFormat.allCases)
    func `numbers keep their spelling, other values are left out, and keys are escaped`(format: MetricsFormat) throws {
        let text = try MetricsText.of(Self.records(), values: Self.values, in: format)
        #expect(
            Self.lines(text, of: "tuner_value") == [
                "# HELP tuner_value The value of each tunable that matches --export, if it is a number.",
                "# TYPE tuner_value gauge",
                #"tuner_value{key="a"} 1"#, #"tuner_value{key="b"} -2.50"#, #"tuner_value{key="c"} 1e3"#,
                #"tuner_value{key="quote\"back\\line\nü"} 0"#,
            ]
        )
    }

    @Test func `without a daemon, the metrics of the gateway remain`() {
        var writer = MetricsWriter(.openMetrics)
        writer.writeMissingDaemon()
        writer.write(MetricsText.counts, version: "1.2.3")
        let text = MetricsText.string(writer.finish())
        #expect(text.contains("\ntunerd_up 0\n"))
        #expect(text.contains("\ntunerweb_connections 3\n"))
    }

    @Test(arguments: MetricsFormat.allCases)
    func `each family is described once, before its samples, which follow each other`(format: MetricsFormat) throws {
        let text = try MetricsText.of(Self.records(), values: Self.values, in: format)
        var described: Set<String> = []
        var family = ""
        for line in text.split(separator: "\n") where line != "# EOF" {
            let words = line.split(separator: " ")
            if words[0] == "#" {
                if words[1] == "HELP" {
                    #expect(described.insert(String(words[2])).inserted, "\(line)")
                    family = String(words[2])
                }
                #expect(words[2] == family)
            } else {
                #expect(line.hasPrefix(family), "\(line) under \(family)")
            }
        }
    }
}
