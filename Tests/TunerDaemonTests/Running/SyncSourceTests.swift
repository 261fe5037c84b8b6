import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Tests of the programs that report the layers that they fetch, and of the requests to them.
@Suite(.blocking) struct SyncSourceTests {
    private static func source(_ layer: String, _ members: JSONObject = [:]) -> JSON {
        var source: JSONObject = ["layer": .string(layer), "address": "https://config.example/a", "state": "waiting"]
        for member in members.members { source[member.name] = member.value }
        return .object(source)
    }

    /// Returns a connected program that reports layers, and receives requests.
    private static func program(_ daemon: DaemonProcess, _ layers: [String]) throws -> Client {
        let program = try daemon.client()
        try program.call("session.hello", ["client": "fetcher"])
        try program.call("sync.attach")
        try program.call("sync.report", ["sources": .array(layers.map { source($0) })])
        return program
    }

    /// Returns the parameters of the next notification of a client, which has a method.
    private static func next(_ client: Client, _ method: String) throws -> JSON? {
        let notification = try client.nextNotification(within: .seconds(60))
        #expect(notification?.method == method)
        return notification?.params
    }

    private static func layers(_ client: Client) throws -> [String] {
        (try client.call("sync.status")["sources"]?.elements ?? []).compactMap { $0["layer"]?.string }
    }

    @Test func `a report is seen until its connection ends, and the next one replaces it`() throws {
        let daemon = try DaemonProcess()
        let observer = try daemon.client()
        var program: Client? = try Self.program(daemon, ["team", "platform"])
        let other = try Self.program(daemon, ["own"])
        #expect(try Self.layers(observer) == ["team", "platform", "own"])
        let first = try observer.call("sync.status")["sources"]?.elements.first
        #expect(first?["client"] == "fetcher")
        #expect(first?["fetches"] == 0)
        try program?.call("sync.report", ["sources": [Self.source("team", ["error": "no route", "failed": 2])]])
        #expect(try Self.layers(observer) == ["team", "own"])
        try other.call("sync.report", ["sources": []])
        #expect(try Self.layers(observer) == ["team"])
        program = nil
        #expect(try eventually { try Self.layers(observer).isEmpty })
    }

    @Test func `a layer has the status of its source in the list of layers`() throws {
        let daemon = try DaemonProcess()
        let program = try Self.program(daemon, ["team"])
        try program.call("layers.put", ["name": "team", "values": ["a": 1]])
        try program.call("layers.put", ["name": "other", "values": ["a": 1]])
        try program.call("sync.report", ["sources": [Self.source("team", ["error": "no route", "failed": 2])]])
        let layers = try program.call("layers.list")["layers"]?.elements ?? []
        let team = layers.first { $0["name"] == "team" }
        #expect(team?["sync"]?["error"] == "no route")
        #expect(team?["sync"]?["failed"] == 2)
        let source = try program.call("sync.status")["sources"]?.elements.first
        #expect(source?["active"] == false)
        #expect(source?["stale"] == false)
        #expect(source?["killSwitch"] == false)
        #expect(layers.first { $0["name"] == "other" }?["sync"] == nil)
    }

    @Test func `a request reaches the program that reports the layer, and no other`() throws {
        let daemon = try DaemonProcess()
        let observer = try daemon.client()
        let team = try Self.program(daemon, ["team"])
        let platform = try Self.program(daemon, ["platform"])
        #expect(try observer.call("sync.fetch", ["layer": "team"]) == ["layers": ["team"]])
        #expect(try observer.call("sync.reset", ["layer": "platform"]) == ["layers": ["platform"]])
        #expect(try observer.call("sync.fetch") == ["layers": ["team", "platform"]])
        #expect(try Self.next(team, "sync.requested") == ["subscription": "y1", "fetch": ["team"]])
        #expect(try Self.next(team, "sync.requested") == ["subscription": "y1", "fetch": ["team"]])
        #expect(try Self.next(platform, "sync.requested") == ["subscription": "y1", "reset": ["platform"]])
        #expect(try Self.next(platform, "sync.requested") == ["subscription": "y1", "fetch": ["platform"]])
    }

    @Test func `a request for a layer that nobody fetches is refused`() throws {
        let daemon = try DaemonProcess()
        let observer = try daemon.client()
        func message(_ method: String, _ parameters: JSON = .object([:])) throws -> String? {
            let error = try observer.refusal(of: method, parameters)
            #expect(error?.kind == "unknownLayer")
            return error?.message
        }
        let advice = "start tunersync --config FILE"
        #expect(try message("sync.fetch") == "no connected program fetches layers; \(advice)")
        #expect(
            try message("sync.reset", ["layer": "team"]) == "no connected program fetches the layer team; \(advice)"
        )
        let program = try Self.program(daemon, ["team"])
        #expect(
            try message("sync.fetch", ["layer": "taem"])
                == "no connected program fetches the layer taem; did you mean team?"
        )
        try program.call("sync.detach", ["subscription": "y1"])
        #expect(try message("sync.fetch", ["layer": "team"])?.hasPrefix("no connected program fetches") == true)
    }

    @Test func `subscribers of the daemon are notified of reports that differ, and of their end`() throws {
        let daemon = try DaemonProcess()
        let observer = try daemon.client()
        try observer.call("server.subscribe")
        var program: Client? = try Self.program(daemon, ["team"])
        #expect(try Self.next(observer, "server.changed") == ["subscription": "v1", "sources": 1])
        // An equal report is no change: the next notification is that of the end.
        try program?.call("sync.report", ["sources": [Self.source("team")]])
        program = nil
        #expect(try Self.next(observer, "server.changed") == ["subscription": "v1", "sources": 0])
    }

    @Test func `the memory of a report is bounded`() throws {
        let daemon = try DaemonProcess()
        let program = try Self.program(daemon, (0..<1_500).map { "layer\($0)" })
        #expect(try Self.layers(program).count == 1_024)
        let long = String(repeating: "x", count: 10_000)
        try program.call("sync.report", ["sources": [Self.source("team", ["error": .string(long)])]])
        let error = try program.call("sync.status")["sources"]?.elements.first?["error"]?.string
        #expect((error?.utf8.count ?? .max) < 300)
    }
}
