import BlockingTests
import HTTPCore
import JSONCore
import LoopCore
import NetworkCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI
import WebTestSupport

@testable import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of `/metrics` and `/readyz` with the real programs.
@Suite(.blocking) struct MetricsRouteTests {
    private static let promtool: ConditionTrait = .enabled(
        if: Kernel.isProgram("/usr/bin/promtool") || Demands.areStrict,
        "missing here: promtool"
    )
    private static let prometheus: ConditionTrait = .enabled(
        if: Kernel.isProgram("/usr/bin/prometheus") || Demands.areStrict,
        "missing here: prometheus"
    )

    private func start(_ options: String = "") throws -> (GatewayProcess, RunningDaemon) {
        let gateway = try GatewayProcess("--port 0 \(options)")
        let daemon = try RunningDaemon(in: gateway.directory)
        for (key, value) in [("ui.scale", "1.25"), ("ui.title", #""x""#), ("game.speed", "7"), ("net.port", "80")] {
            try daemon.value("tunables.set", "{\"key\":\"\(key)\",\"value\":\(value)}")
        }
        return (gateway, daemon)
    }

    private static let types = [
        ("text/plain", "text/plain; version=0.0.4; charset=utf-8"),
        ("application/openmetrics-text;version=1.0.0", "application/openmetrics-text; version=1.0.0; charset=utf-8"),
    ]

    @Test(arguments: types) func `the metrics are those of the daemon and of the gateway`(
        accept: String,
        type: String
    ) throws {
        let (gateway, daemon) = try start("--export 'ui.*' --export game.speed")
        try daemon.value("layers.put", #"{"name":"team","values":{}}"#)
        let source = #"{"layer":"team","address":"http://h","state":"waiting","failed":2}"#
        try daemon.value("sync.report", "{\"sources\":[\(source)]}")
        #expect(try gateway.request("GET /nothing").status == 404)
        let response = try gateway.request("GET /metrics", ["Accept: \(accept)"])
        #expect(response.status == 200)
        #expect(response.field("Content-Type") == type)
        let text = response.content
        #expect(text.hasSuffix("\n"))
        #expect(text.hasSuffix("# EOF\n") == type.hasPrefix("application"))
        for line in [
            "tunerd_up 1", "tunerd_commits_total 5", "tunerweb_connections 1", "tunerweb_accepted_connections_total 2",
            #"tunerweb_requests_total{route="other",status="4xx"} 1"#, #"tuner_value{key="ui.scale"} 1.25"#,
            #"tuner_value{key="game.speed"} 7"#, #"tuner_layer_active{layer="team"} 0"#,
            #"tuner_sync_fetches_total{layer="team",result="failed"} 2"#,
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        #expect(!text.contains("net.port"))
        #expect(!text.contains("ui.title"))
        let second = try gateway.request("GET /metrics").content
        #expect(second.contains("\n" + #"tunerweb_requests_total{route="/metrics",status="2xx"} 1"# + "\n"))
        withExtendedLifetime(daemon) {}
    }

    @Test func `a daemon of an earlier version has metrics without sources`() throws {
        func records(_ kind: ErrorKind) throws -> DaemonRecords {
            let error = RemoteError(code: -32_601, message: "", data: ["kind": .string(kind.rawValue)])
            let (info, stats, layers) = (ServerInfo(), ServerStats(), LayerListResult())
            return try MetricsRoutes.records(
                .success(info),
                .success(stats),
                .success(layers),
                .failure(.refused(error))
            ).get()
        }
        #expect(try records(.methodNotFound).sources.isEmpty)
        #expect(throws: DaemonFault.self) { try records(.busy) }
    }

    @Test func `without --export there are no values`() throws {
        let (gateway, daemon) = try start()
        #expect(try !gateway.request("GET /metrics").contains("tuner_value"))
        withExtendedLifetime(daemon) {}
    }

    @Test func `a wrong pattern of --export is refused at the start`() throws {
        let result = try GatewayProcess.run("--port 0 --export 'ui.['", in: try TemporaryDirectory())
        #expect(result.code == 2)
        let sentence = "--export must be a pattern of letters, digits, _, -, . and *, such as ui.*, got ui.["
        #expect(result.errors == "tunerweb: \(sentence); see tunerweb --help\n")
    }

    @Test func `without the daemon, the metrics say so, and /readyz too, through its whole life`() throws {
        let gateway = try GatewayProcess()
        let missing = "the daemon does not respond; start it with: tunerctl start; GET /api/ping has the reason\n"
        let before = try gateway.request("GET /metrics")
        #expect(before.status == 200)
        #expect(before.content.contains("tunerd_up 0\n"))
        #expect(before.content.contains("tunerweb_build_info{"))
        let notReady = try gateway.request("GET /readyz")
        #expect(notReady.status == 503)
        // Other users can request it, too, so it has neither a path nor a user.
        #expect(notReady.content == missing)
        let daemon = try RunningDaemon(in: gateway.directory)
        #expect(try gateway.request("GET /metrics").content.contains("tunerd_up 1\n"))
        let ready = try gateway.request("GET /readyz")
        #expect(ready.status == 200)
        #expect(ready.content == "ok\n")
        try daemon.program.send(SIGSTOP)
        #expect(try gateway.request("GET /metrics").content.contains("tunerd_up 0\n"))
        #expect(try gateway.request("GET /readyz").status == 503)
        try daemon.program.send(SIGCONT)
        #expect(try gateway.request("GET /metrics").content.contains("tunerd_up 1\n"))
    }

    @Test func `the time limit includes the exported values`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try RunningDaemon(in: directory)
        try daemon.value("tunables.set", #"{"key":"ui.scale","value":1.25}"#)
        let list = RouteList()
        let bench = try WebTestBench([Route(.get, "/metrics", .restricted) { list.routes[0].handler($0, $1, $2) }])
        let runtime = directory.path
        let path = SocketPath(option: nil, user: Kernel.userID) { $0 == "XDG_RUNTIME_DIR" ? runtime : nil }
        let calls = DaemonCalls(to: path, on: bench.loop)
        list.routes = MetricsRoutes(calls, EventStreams(on: bench.loop), exports: ["*"], on: bench.loop).all
        let wire = try bench.connect()
        try wire.write(bench.text("GET /metrics"))
        // The connection for the values opens after the other responses; the greeting on it then has none.
        #expect(
            try eventually {
                try bench.turn()
                return calls.linkCount == 2
            }
        )
        try daemon.program.send(SIGSTOP)
        try bench.turn(4)
        #expect(wire.read() == "")
        try bench.advance(by: .seconds(4))
        let text = try bench.drain(wire)
        #expect(text.status == 200)
        #expect(text.contains("tunerd_up 1\n") && !text.contains("tuner_value"))
        try daemon.program.send(SIGCONT)
        calls.close()
        try bench.turn(2)
    }

    private final class RouteList {
        var routes: [Route] = []
    }

    @Test(promtool) func `promtool finds no fault`() throws {
        let (gateway, daemon) = try start("--export '*'")
        _ = try gateway.request("GET /healthz")
        let program = try Program("/usr/bin/promtool", ["check", "metrics"], on: .allPipes)
        try program.write(try gateway.request("GET /metrics").content)
        program.endInput()
        #expect(try program.wait() == Program.Result(code: 0))
        withExtendedLifetime(daemon) {}
    }

    @Test(prometheus) func `Prometheus scrapes the gateway`() throws {
        let (gateway, daemon) = try start("--export 'ui.*'")
        let file = gateway.directory.file("prometheus.yml")
        let text = """
            global:
              scrape_interval: 1s
            scrape_configs:
              - job_name: tuner
                static_configs:
                  - targets: ["\(gateway.host)"]
            """
        try KernelFileSystem().open(file, [.write, .create]).writeFully(Array(text.utf8).span, at: 0)
        let program = try Program(
            "/usr/bin/prometheus",
            [
                "--config.file=\(file)", "--storage.tsdb.path=\(gateway.directory.file("data"))",
                "--web.listen-address=127.0.0.1:0",
            ]
        )
        let mark = "msg=\"Listening on\" address=127.0.0.1:"
        let log = try program.errors { text in
            text.firstRange(of: mark).map { text[$0.upperBound...].contains("\n") } ?? false
        }
        let rest = log[try #require(log.firstRange(of: mark)).upperBound...]
        let port = try #require(UInt16(rest.prefix { $0.isNumber }))
        func value(_ query: String) throws -> String? {
            let socket = try Network.connect(to: Endpoint(.loopbackV4, port: port))
            _ = try Kernel.wait(for: .writable, on: socket, .duration(.seconds(60)))
            let wire = TestPeer(socket)
            try wire.write("GET /api/v1/query?query=\(query) HTTP/1.0\r\nHost: localhost\r\n\r\n")
            let response = wire.readToEnd()
            guard let start = response.firstRange(of: #""value":["#)?.upperBound else { return nil }
            let parts = response[start...].split(separator: "\"", maxSplits: 2)
            return parts.count > 1 ? String(parts[1]) : nil
        }
        #expect(try eventually { try value("tunerd_up") == "1" })
        #expect(try value("tuner_value%7Bkey=%22ui.scale%22%7D") == "1.25")
        #expect(try value("up") == "1")
        try daemon.value("tunables.set", #"{"key":"ui.scale","value":-0.5}"#)
        #expect(try eventually { try value("tuner_value") == "-0.5" })
        try daemon.program.crash()
        #expect(try eventually { try value("tunerd_up") == "0" })
        #expect(try value("up") == "1")
        try program.send(SIGTERM)
        _ = try program.wait()
    }
}
