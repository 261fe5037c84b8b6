import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing
import TunerAPI
import WebGateway
import WebTestSupport

/// Tests of the metrics of a real daemon with the tools that read metrics.
@Suite(.blocking) struct RealMetricsTests {
    private static let promtool: ConditionTrait = .enabled(
        if: Kernel.isProgram("/usr/bin/promtool") || Demands.areStrict,
        "missing here: promtool"
    )
    private static let python: ConditionTrait = .enabled(
        if: Demands.areStrict
            || (try? Program(script: "/usr/bin/python3 -c 'import prometheus_client'").wait().code) == 0,
        "missing here: python3 with its package prometheus_client"
    )

    /// Returns the metrics of a daemon that has done some of everything.
    private static func metrics(in format: MetricsFormat) throws -> String {
        let daemon = try RunningDaemon()
        try daemon.value(
            "flags.define",
            #"""
            {"flags":{"a \"q\" \\ ü":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"},
             "off":{"state":"DISABLED","variants":{"on":true}},
             "bad":{"state":"ENABLED","variants":{"on":true},"targeting":{"cat":["x"]}}}}
            """#
        )
        for key in [#"a \"q\" \\ ü"#, "off", "bad", "nosuch"] {
            for _ in 0..<3 { try daemon.value("flags.evaluate", "{\"key\":\"\(key)\"}") }
        }
        try daemon.value("flags.evaluateAll")
        try daemon.value("tunables.subscribe")
        for (key, value) in [("n", "1"), ("tiny", "-1e-300"), ("text", #""x""#), ("whole", "9007199254740993")] {
            try daemon.value("tunables.set", "{\"key\":\"\(key)\",\"value\":\(value)}")
        }
        try daemon.value("flags.killSwitch", #"{"on":true,"match":"off"}"#)
        let info = try daemon.record("server.info", ServerInfo.self)
        let stats = try daemon.record("server.stats", ServerStats.self)
        let values = try #require(try daemon.value("tunables.getAll")["values"])
        try daemon.value("layers.put", #"{"name":"team:a","values":{"n":1},"ttl":3600}"#)
        _ = try? daemon.value("layers.put", #"{"name":"team:a","values":[]}"#)
        let source = #"{"layer":"team:a","address":"http://h","state":"waiting","fetches":3,"fetchTime":250}"#
        let next = #"{"layer":"next","address":"http://h","state":"fetching","lastFetch":"2026-08-06T20:15:00.000Z"}"#
        try daemon.value("sync.report", "{\"sources\":[\(source),\(next)]}")
        let layers = try daemon.record("layers.list", LayerListResult.self).layers
        let sources = try daemon.record("sync.status", SyncStatusResult.self).sources
        return try MetricsText.of(DaemonRecords(info, stats, layers, sources), values: values.written(), in: format)
    }

    @Test(promtool) func `promtool finds no fault in the metrics of a real daemon`() throws {
        let text = try Self.metrics(in: .prometheus)
        #expect(text.contains(#"tunerd_flag_evaluations_total{key="a \"q\" \\ ü",reason="static"} 4"#))
        #expect(text.contains(#"tuner_layer_rejected{layer="team:a"} 1"#))
        #expect(text.contains(#"tuner_sync_fetch_duration_seconds_sum{layer="team:a"} 0.25"#))
        let program = try Program("/usr/bin/promtool", ["check", "metrics"], on: .allPipes)
        try program.write(text)
        program.endInput()
        let result = try program.wait()
        #expect(result == Program.Result(code: 0))
    }

    @Test(promtool) func `promtool sees a fault in metrics`() throws {
        let program = try Program("/usr/bin/promtool", ["check", "metrics"], on: .allPipes)
        try program.write("# TYPE a_count counter\na_count 1\n")
        program.endInput()
        #expect(try program.wait().code != 0)
    }

    @Test(promtool) func `promtool accepts the configuration in the documentation`() throws {
        let page = try ProjectFile.text("docs/http.md")
        let block = try #require(page.split(separator: "```yaml\n").dropFirst().first?.split(separator: "```").first)
        let directory = try TemporaryDirectory()
        let (token, file) = (directory.file("token"), directory.file("prometheus.yml"))
        for (path, text) in [(token, "x"), (file, block.replacing("/etc/prometheus/tuner.token", with: token))] {
            let file = try KernelFileSystem().open(path, [.write, .create])
            try file.writeFully(Array(text.utf8).span, at: 0)
        }
        let result = try Program("/usr/bin/promtool", ["check", "config", file]).wait()
        #expect(result.code == 0, "\(result.output)\(result.errors)")
        #expect(block.contains("/etc/prometheus/tuner.token"))
    }

    /// A script that reads OpenMetrics and prints each sample, by the parser of Prometheus' client for Python.
    private static let script = """
        import sys
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
        for family in text_string_to_metric_families(sys.stdin.read()):
            for sample in family.samples:
                print(family.type, sample.name, sorted(sample.labels.items()), sample.value)
        """

    @Test(python) func `Prometheus' parser of OpenMetrics accepts the metrics of a real daemon`() throws {
        let text = try Self.metrics(in: .openMetrics)
        let program = try Program("/usr/bin/python3", ["-c", Self.script], on: .allPipes)
        try program.write(text)
        program.endInput()
        let result = try program.wait()
        #expect(result.code == 0, "\(result.errors)")
        let samples = result.output.split(separator: "\n").map(String.init)
        #expect(samples.count == text.split(separator: "\n").count { !$0.hasPrefix("#") })
        #expect(
            samples.contains(#"counter tunerd_flag_evaluations_total [('key', 'off'), ('reason', 'disabled')] 4"#)
        )
        #expect(samples.contains(#"gauge tuner_value [('key', 'tiny')] -1e-300"#))
        #expect(samples.contains { $0.hasPrefix("histogram tunerd_call_duration_seconds_count [('method', 'flags.") })
    }
}
