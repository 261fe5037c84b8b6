import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of `/events` with the real programs.
@Suite(.blocking) struct EventRouteTests {
    private let gateway: GatewayProcess
    private let daemon: RunningDaemon

    init() throws {
        gateway = try GatewayProcess()
        daemon = try RunningDaemon(in: gateway.directory)
        try set("ui.scale", "2")
        try set("net.port", "80")
    }

    private func set(_ key: String, _ value: String, at daemon: RunningDaemon? = nil) throws {
        try (daemon ?? self.daemon).value("tunables.set", "{\"key\":\"\(key)\",\"value\":\(value)}")
    }

    private func open(
        _ query: String = "?match=ui.*",
        _ fields: [String] = [],
        step: Int = 64 << 10
    ) throws -> EventReader {
        try EventReader(gateway, "/events\(query)", fields, step: step)
    }

    private func epoch(_ daemon: RunningDaemon? = nil) throws -> String {
        guard case .string(let epoch)? = try (daemon ?? self.daemon).value("server.info")["epoch"] else { return "" }
        return epoch
    }

    @Test func `a context may be nested as deeply as the daemon accepts it, and may have line breaks`() throws {
        for (depth, status) in [(126, 200), (127, 400)] {
            let arrays = String(repeating: "[", count: depth - 1) + String(repeating: "%0A]", count: depth - 1)
            let reader = try open("?flags=*&context=%7B%22a%22:\(arrays)%7D")
            #expect(reader.head.status == status)
        }
    }

    // MARK: Values

    @Test func `a stream has the values, and then each change`() throws {
        let reader = try open()
        #expect(reader.head.status == 200)
        #expect(reader.head.field("Content-Type") == "text/event-stream")
        #expect(reader.head.field("Cache-Control") == "no-store")
        let epoch = try epoch()
        let first = try #require(reader.next())
        #expect(first.name == "values")
        #expect(first.id == "\(epoch):2")
        #expect(first.data == #"{"epoch":"\#(epoch)","revision":2,"values":{"ui.scale":2}}"#)
        try set("net.port", "81")
        try set("ui.scale", "3")
        let second = try #require(reader.next())
        #expect(second.name == "change")
        #expect(second.id == "\(epoch):4")
        #expect(second.json["from"] == 2)
        #expect(second.json["to"] == 4)
        #expect(second.json["subscription"] == nil)
        #expect(second.json["changes"] == [["key": "ui.scale", "value": 3, "old": 2, "origin": "local"]])
        #expect(second.json["actor"]?["pid"] != nil)
    }

    @Test func `without a query the stream is about all tunables, and HEAD has no stream`() throws {
        let first = try #require(try open("").next())
        #expect(first.json["values"] == ["net.port": 80, "ui.scale": 2])
        let both = try #require(try open("?match=ui.*&match=net.*").next())
        #expect(both.json["values"] == first.json["values"])
        let head = try gateway.request("HEAD /events")
        #expect(head.status == 200)
        #expect(head.field("Content-Type") == "text/event-stream")
        // As in the response to GET, there is no length.
        #expect(head.field("Content-Length") == nil)
        #expect(head.field("Transfer-Encoding") == "chunked")
        #expect(head.content == "")
    }

    @Test func `a client resumes by the id of its last event`() throws {
        let first = try #require(try open().next())
        let id = try #require(first.id)
        try set("ui.scale", "3")
        try set("ui.scale", "4")
        try set("ui.new", "true")
        let resumed = try #require(try open("?match=ui.*", ["Last-Event-ID: \(id)"]).next())
        #expect(resumed.name == "change")
        #expect(resumed.id == "\(try epoch()):5")
        #expect(resumed.json["from"] == 2)
        guard case .array(let changes)? = resumed.json["changes"] else {
            Issue.record("\(resumed)")
            return
        }
        #expect(changes.contains(["key": "ui.scale", "value": 4, "old": 2, "origin": "local"]))
        #expect(changes.count == 2)
    }

    @Test(arguments: ["other:2", "EPOCH:99", "nonsense", "EPOCH:-1", ":"])
    func `a client that cannot resume receives all values`(id: String) throws {
        let id = id.replacing("EPOCH", with: try epoch())
        let first = try #require(try open("?match=ui.*", ["Last-Event-ID: \(id)"]).next())
        #expect(first.name == "values")
        #expect(first.json["values"] == ["ui.scale": 2])
    }

    @Test func `clients with equal queries share a subscription and a connection`() throws {
        let before = try daemon.value("server.info")
        let readers = try (0..<20).map { _ in try open() }
        for reader in readers { #expect(reader.next()?.name == "values") }
        let other = try open("?match=net.*")
        #expect(other.next()?.name == "values")
        let during = try daemon.value("server.info")
        #expect(during["subscriptions"] == 2)
        guard case .integer(let connections)? = before["connections"] else {
            Issue.record("\(before)")
            return
        }
        #expect(during["connections"] == .integer(connections + 1))
        try set("ui.scale", "7")
        for reader in readers { #expect(reader.next()?.json["to"] == 3) }
        for reader in readers + [other] { reader.wire.close() }
        // The gateway detects a closed connection when it writes.
        let isUnused = try eventually {
            try set("ui.scale", "\(Kernel.monotonicTime().nanoseconds)")
            try set("net.port", "\(Kernel.monotonicTime().nanoseconds)")
            return try daemon.value("server.info")["subscriptions"] == 0
        }
        #expect(isUnused)
        #expect(try eventually { try daemon.value("server.info")["connections"] == before["connections"] })
        try set("ui.scale", "7")
        let last = try open()
        #expect(last.next()?.json["values"] == ["ui.scale": 7])
    }

    @Test func `a client that reads nothing receives the newest values later, and delays no other client`() throws {
        let slow = try open()
        #expect(slow.next()?.name == "values")
        let quick = try open()
        #expect(quick.next()?.name == "values")
        let text = String(repeating: "x", count: 100_000)
        for round in 1...300 {
            try set("ui.text", "\"\(round) \(text)\"")
            let change = try #require(quick.next())
            try #require(change.json["to"] == .integer(Int64(round + 2)))
        }
        try set("ui.scale", "5")
        var count = 0
        var revision: Int64 = 2
        while revision < 303 {
            let event = try #require(slow.next())
            // No change is left out: each event continues where the last one ended, or has all values.
            #expect(event.name == "values" || event.json["from"] == .integer(revision))
            guard case .integer(let to)? = event.json[event.name == "values" ? "revision" : "to"] else { break }
            revision = to
            count += 1
        }
        #expect(revision == 303)
        // What the kernel has buffered arrives as it was; the rest is merged.
        #if os(Linux)
        #expect(count < 12)
        #else
        #expect(count < 200)
        #endif
    }

    @Test func `clients that come during a storm of changes miss none`() throws {
        try set("ui.n", "0")
        try daemon.value(
            "flags.define",
            #"{"flags":{"a":{"state":"ENABLED","variants":{"x":1,"y":2},"defaultVariant":"x"}}}"#
        )
        let writer = try TestPeer.connect(to: try UnixAddress(daemon.socket))
        func request(_ method: String, _ params: String) -> String {
            #"{"jsonrpc":"2.0","id":0,"method":"\#(method)","params":\#(params)}"# + "\n"
        }
        let requests = (1...1_500).map { n in
            request("tunables.set", #"{"key":"ui.n","value":\#(n)}"#)
                + request("flags.set", #"{"key":"a","variant":"\#(n.isMultiple(of: 2) ? "x" : "y")"}"#)
        }
        let text = requests.joined()
        var rest = [UInt8](text.utf8)[...]
        var readers: [EventReader] = []
        while !rest.isEmpty {
            rest = rest.dropFirst(try writer.write(rest.prefix(8_000)))
            _ = writer.read()
            readers.append(try open("?match=ui.n&flags=a"))
        }
        for reader in readers {
            var value: JSON?
            var flag: JSON?
            while value != 1_500 || flag != "x" {
                let event = try #require(reader.next())
                let changes: [JSON] = if case .array(let changes)? = event.json["changes"] { changes } else { [] }
                switch event.name {
                case "values": value = event.json["values"]?["ui.n"]
                case "flags": if case .array(let flags)? = event.json["flags"] { flag = flags.first?["variant"] }
                case "change":
                    for change in changes {
                        // Nothing is missing between two events.
                        try #require(change["old"] == value)
                        value = change["value"]
                    }
                default: flag = changes.first?["variant"]
                }
            }
        }
        #expect(readers.count > 20)
    }

    // MARK: Many clients and large values

    /// Sets more values than the kernel's buffers hold.
    private func setLargeValues() throws {
        let text = String(repeating: "x", count: 900_000)
        for n in 0..<7 { try set("ui.large\(n)", "\"\(text)\"") }
    }

    @Test func `a client that receives its values while the daemon restarts misses no later change`() throws {
        try setLargeValues()
        // It reads little more than the head.
        let reader = try open(step: 256)
        try daemon.program.crash()
        let second = try RunningDaemon(in: gateway.directory)
        // The connection to the daemon that all streams share is back.
        #expect(try eventually { try open("?match=net.*").head.status == 200 })
        try set("ui.scale", "77", at: second)
        var scale: JSON?
        while scale != 77, let event = reader.next() {
            if let value = event.json["values"]?["ui.scale"] { scale = value }
            guard case .array(let changes)? = event.json["changes"] else { continue }
            for change in changes where change["key"] == "ui.scale" { scale = change["value"] }
        }
        #expect(scale == 77)
    }

    @Test func `a client whose values arrive with the loss of the connection receives them`() throws {
        let other = try open("?match=net.*")
        #expect(other.next()?.name == "values")
        try daemon.program.send(SIGSTOP)
        let wire = try EventReader.request(gateway, "/events?match=ui.*", ["Accept: text/event-stream"])
        // The gateway has sent the subscription, and then finds the response and the end of the connection at once.
        for _ in 0..<2 { #expect(try gateway.request("GET /healthz").status == 200) }
        try gateway.program.send(SIGSTOP)
        try daemon.program.send(SIGCONT)
        #expect(try eventually { try daemon.value("server.info")["subscriptions"] == 2 })
        try daemon.program.crash()
        try gateway.program.send(SIGCONT)
        let reader = try EventReader(wire)
        let first = try #require(reader.next())
        #expect(first.name == "values")
        #expect(first.json["values"] == ["ui.scale": 2])
        #expect(reader.next()?.name == "offline")
        let second = try RunningDaemon(in: gateway.directory)
        try set("ui.scale", "3", at: second)
        var event = reader.next()
        // The daemon has lost its history in the crash, or not: then the change has its own event.
        while let next = event, next.json["values"] != ["ui.scale": 3], !next.data.contains(#""value":3"#) {
            event = reader.next()
        }
        #expect(event != nil)
    }

    @Test func `more clients than the daemon has subscriptions may resume at once`() throws {
        _ = try Kernel.raiseDescriptorLimit()
        let epoch = try epoch()
        for n in 1...1_100 { try set("ui.n", "\(n)") }
        let first = try open()
        #expect(first.next()?.name == "values")
        // While the daemon does nothing, all of them wait.
        try daemon.program.send(SIGSTOP)
        let wires = try (3...1_100).map { revision in
            let wire = try gateway.connect()
            let id = "Last-Event-ID: \(epoch):\(revision)"
            try wire.write("GET /events?match=ui.* HTTP/1.0\r\nHost: \(gateway.host)\r\n\(id)\r\n\r\n")
            return wire
        }
        #expect(try gateway.request("GET /healthz").status == 200)
        try daemon.program.send(SIGCONT)
        for wire in wires {
            let text = wire.read { $0.contains("data: {") && $0.hasSuffix("\n\n") }
            #expect(text.status == 200)
            #expect(text.contains("\"ui.n\""))
        }
    }

    #if os(Linux)
    @Test func `a large change costs little memory for each client`() throws {
        let readers = try (0..<40).map { _ in try open() }
        for reader in readers { #expect(reader.next()?.name == "values") }
        let before = try gateway.peakMemory
        try set("ui.large", "\"\(String(repeating: "x", count: 1_000_000))\"")
        for reader in readers { #expect(reader.next()?.data.utf8.count ?? 0 > 1_000_000) }
        #expect(try gateway.peakMemory - before < 24 << 10 || Demands.areSanitized)
    }

    @Test func `slow clients share their values, also if each has another id`() throws {
        try setLargeValues()
        let before = try gateway.peakMemory
        let readers = try (0..<20).map { try open("?match=ui.*", ["Last-Event-ID: other:\($0)"], step: 256) }
        for reader in readers { #expect(reader.head.status == 200) }
        // The gateway has the response of the daemon, the text of the events and copies that exist for a moment.
        #expect(try gateway.peakMemory - before < 70 << 10 || Demands.areSanitized)
    }

    @Test func `slow clients that each need another text are ended before they need too much memory`() throws {
        try setLargeValues()
        let quick = try open("?match=net.port")
        #expect(quick.next()?.name == "values")
        var readers: [EventReader] = []
        let text = String(repeating: "y", count: 900_000)
        for n in 0..<12 {
            readers.append(try open(step: 256))
            // The log has the last one only, so the next client needs a separate text.
            for m in 0..<2 { try set("ui.large0", "\"\(n) \(m) \(text)\"") }
            try set("net.port", "\(n)")
            #expect(quick.next()?.name == "change")
        }
        #expect(readers[0].next() == nil)
        #expect(readers[0].wire.hasEnded)
        #expect(readers[11].next()?.name == "values")
    }
    #endif

    @Test func `a client that ends its side while it waits for the daemon is gone`() throws {
        try daemon.program.send(SIGSTOP)
        let wire = try gateway.connect()
        try wire.write("GET /events HTTP/1.1\r\nHost: \(gateway.host)\r\n\r\n")
        try wire.shutdownWriting()
        #expect(wire.readToEnd() == "")
        #expect(wire.hasEnded)
        try daemon.program.send(SIGCONT)
    }

    // MARK: Flags

    @Test func `flags have separate events`() throws {
        try daemon.value(
            "flags.define",
            #"""
            {"flags":{"gold":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off",
              "targeting":{"if":[{"==":[{"var":"tier"},"gold"]},"on"]}},
             "other":{"state":"ENABLED","variants":{"a":1},"defaultVariant":"a"}}}
            """#
        )
        let reader = try open("?flags=gold&context=%7B%22tier%22:%22gold%22%7D")
        let first = try #require(reader.next())
        #expect(first.name == "flags")
        #expect(first.id == nil)
        guard case .array(let flags)? = first.json["flags"] else {
            Issue.record("\(first)")
            return
        }
        #expect(flags.count == 1)
        #expect(flags[0]["value"] == true)
        try daemon.value("flags.set", #"{"key":"gold","value":false}"#)
        let second = try #require(reader.next())
        #expect(second.name == "flagChange")
        guard case .array(let changes)? = second.json["changes"] else {
            Issue.record("\(second)")
            return
        }
        #expect(changes.count == 1)
        #expect(changes[0]["key"] == "gold")
        #expect(changes[0]["value"] == false)
        // Both kinds at once, in one stream.
        let both = try open("?flags=*&match=ui.*")
        let names = Set([try #require(both.next()).name, try #require(both.next()).name])
        #expect(names == ["values", "flags"])
        try set("ui.scale", "9")
        #expect(both.next()?.name == "change")
        try daemon.value("flags.set", #"{"key":"gold","value":true}"#)
        #expect(both.next()?.name == "flagChange")
    }

    // MARK: Worlds

    @Test func `a stream of a world has its changes, and ends with it`() throws {
        let world = try daemon.makeWorld()
        let reader = try open("?match=ui.*&world=\(world)")
        let first = try #require(reader.next())
        #expect(first.name == "values")
        #expect(first.id == nil)
        let member = try daemon.member(of: world)
        _ = try member.call(
            "tunables.set",
            try JSON.parse(#"{"key":"ui.scale","value":8}"#),
            within: .seconds(60)
        )
        let second = try #require(reader.next())
        #expect(second.name == "change")
        #expect(second.id == nil)
        #expect(second.json["changes"] == [["key": "ui.scale", "value": 8, "old": 2, "origin": "world"]])
        try daemon.value("worlds.drop", "{\"world\":\"\(world)\"}")
        #expect(reader.next()?.json["ended"] == "unknownWorld")
        #expect(reader.next() == nil)
        #expect(reader.wire.hasEnded)
        let missing = try gateway.request("GET /events?world=\(world)")
        #expect(missing.status == 404)
    }

    @Test func `a client that joins a stream of a world while the world ends is refused with the reason`() throws {
        let world = try daemon.makeWorld()
        let reader = try open("?match=ui.*&world=\(world)")
        #expect(reader.next()?.name == "values")
        let dropper = try TestPeer.connect(to: try UnixAddress(daemon.socket))
        try dropper.write(#"{"jsonrpc":"2.0","id":0,"method":"ping"}"# + "\n")
        #expect(dropper.read { $0.contains("pong") }.contains("pong"))
        // The daemon receives the end of the world first, and then the subscription of the client.
        try daemon.program.send(SIGSTOP)
        try dropper.write(#"{"jsonrpc":"2.0","id":1,"method":"worlds.drop","params":{"world":"\#(world)"}}"# + "\n")
        let wire = try gateway.connect()
        try wire.write("GET /events?match=ui.*&world=\(world) HTTP/1.0\r\nHost: \(gateway.host)\r\n\r\n")
        #expect(try gateway.request("GET /healthz").status == 200)
        try daemon.program.send(SIGCONT)
        let response = wire.readToEnd()
        #expect(response.status == 404)
        #expect(response.content.contains(world))
    }

    // MARK: Faults

    @Test(arguments: [
        ("?match=ui.[", "ui.["), ("?match=%2", "percent sign"), ("?flags=a&context=7", "context"),
        ("?flags=a&context=nonsense", "context is not JSON: line 1, column 1"),
        ("?mtach=ui.*", "there is no query parameter mtach; did you mean match?"), ("?x=1", "parameter x\n"),
        ("?flags=ui.*", "flags=ui.* is a pattern, and flags has keys; use flags=* for all flags"),
    ])
    func `a wrong query is refused with the reason`(query: String, reason: String) throws {
        let response = try gateway.request("GET /events\(query)")
        #expect(response.status == 400)
        #expect(response.content.contains(reason))
        #expect(response.content.hasSuffix("\n"))
    }

    @Test func `without a daemon no stream begins; an open one sends offline, and continues after a restart`() throws {
        let reader = try open()
        #expect(reader.next()?.name == "values")
        try daemon.program.send(SIGTERM)
        _ = try daemon.program.wait()
        let offline = try #require(reader.next())
        #expect(offline.name == "offline")
        #expect(offline.data.contains("start one with: tunerctl start"))
        let refused = try gateway.request("GET /events")
        #expect(refused.status == 503)
        #expect(refused.field("Retry-After") == "1")
        #expect(refused.content.contains("start one with: tunerctl start"))
        // A program that asks for events, such as EventSource, waits in its stream.
        let waiting = try open("?match=ui.*", ["Accept: text/event-stream"])
        #expect(waiting.head.status == 200)
        let reason = try #require(waiting.next())
        #expect(reason.name == "offline")
        #expect(reason.data.contains("no daemon responds"))
        #expect(try gateway.request("GET /events", ["Accept: */*"]).status == 503)
        let second = try RunningDaemon(in: gateway.directory)
        var first = waiting.next()
        while first?.name == "offline" { first = waiting.next() }
        #expect(first?.name == "values")
        var event = reader.next()
        while event?.name == "offline" { event = reader.next() }
        #expect(event?.name == "change", "\(String(describing: event))")
        try set("ui.scale", "6", at: second)
        while let next = event, !next.data.contains(#""value":6"#) { event = reader.next() }
        #expect(event?.name == "change")
    }

    @Test func `a new state of the daemon is sent as all values`() throws {
        let reader = try open()
        #expect(reader.next()?.name == "values")
        try daemon.program.crash()
        #expect(reader.next()?.name == "offline")
        #expect(try Program(script: "rm -r '\(gateway.directory.file("state"))'").wait().code == 0)
        let second = try RunningDaemon(in: gateway.directory)
        var event = reader.next()
        while event?.name == "offline" { event = reader.next() }
        #expect(event?.name == "values")
        #expect(event?.json["values"] == [:])
        #expect(event?.json["epoch"] == .string(try epoch(second)))
    }

    @Test func `the end of the gateway ends the streams`() throws {
        let reader = try open()
        #expect(reader.next()?.name == "values")
        try gateway.program.send(SIGTERM)
        #expect(try gateway.program.wait().code == 0)
        #expect(reader.next() == nil)
        #expect(reader.wire.hasEnded)
    }
}
