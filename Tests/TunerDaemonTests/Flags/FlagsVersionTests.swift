import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the version of the flags, by which a client recognizes evaluations that it can use again.
@Suite(.blocking) struct FlagsVersionTests {
    private static let flags = """
        {"a": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"}}
        """
    private static let timed = """
        {"t": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
         "targeting": {"if": [{">": [{"var": "$flagd.timestamp"}, 5]}, "on"]}}}
        """

    /// Returns the present version, which `server.info` and `flags.evaluateAll` must agree on.
    private func version(_ client: Client, location: SourceLocation = #_sourceLocation) throws -> String {
        let version = try #require(try client.call("server.info")["flagsVersion"]?.string)
        #expect(try client.call("flags.evaluateAll")["flagsVersion"]?.string == version, sourceLocation: location)
        return version
    }

    @Test(arguments: ["sync", "relaxed"], [false, true])
    func `each change of a flag gives another version, and no other write does`(
        durability: String,
        isWatched: Bool
    ) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let client = try daemon.client()
        // Without subscribers, another part of the daemon stores a change.
        let watcher = try daemon.client()
        if isWatched { try watcher.call("server.subscribe") }
        var versions: Set<String> = [try version(client)]
        let changes: [(String, JSON)] = [
            ("flags.define", ["flags": try JSON.parse(Self.flags)]),
            ("flags.set", ["key": "a", "value": true]),
            ("flags.set", ["key": "a", "value": false]),
            ("flags.reset", ["key": "a"]),
            ("flags.killSwitch", ["on": true, "match": "a"]),
            ("flags.killSwitch", ["on": false, "match": "a"]),
            ("layers.put", ["name": "l", "flags": try JSON.parse(Self.timed)]),
            ("layers.activate", ["names": ["l"]]),
            ("layers.remove", ["name": "l"]),
            ("flags.declare", ["flags": ["d": ["type": "boolean", "default": true]]]),
            ("flags.remove", ["key": "a"]),
        ]
        for (method, params) in changes {
            try client.call(method, params)
            let isNew = versions.insert(try version(client)).inserted
            // A layer that is not active changes no flag.
            #expect(isNew == (method != "layers.put"), "\(method)")
        }
        let last = try version(client)
        try client.call("tunables.set", ["key": "k", "value": 1])
        try client.call("flags.declare", ["flags": ["d": ["type": "boolean", "default": true]]])
        try client.call("worlds.create", ["world": "w-0123456789abcdef"])
        try client.call("session.hello", ["world": "w-0123456789abcdef"])
        try client.call("flags.set", ["key": "d", "value": false])
        #expect(try client.call("flags.evaluateAll")["flagsVersion"] == nil)
        try client.call("session.hello")
        #expect(try version(client) == last)
    }

    @Test func `a version is not used again after a restart`() throws {
        let directory = try TemporaryDirectory()
        let first = try DaemonProcess(in: directory)
        let version = try version(try first.client())
        try first.stop()
        let second = try DaemonProcess(in: directory)
        #expect(try self.version(try second.client()) != version)
    }

    @Test func `a change of the flags file gives another version and notifies`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("flags.json")
        let daemon = try DaemonProcess("--flags '\(path)'", in: directory)
        let client = try daemon.client()
        let before = try client.call("server.subscribe")["flagsVersion"]?.string
        let file = try KernelFileSystem().open(path, [.write, .create, .truncate])
        try file.writeFully(Array(#"{"flags": \#(Self.flags)}"#.utf8).span, at: 0)
        var received: String?
        while received == nil {
            let notification = try #require(try client.nextNotification(within: .seconds(60)))
            received = notification.params["flagsVersion"]?.string
        }
        #expect(received != before)
        #expect(try version(client) == received)
    }

    @Test func `writes of one turn and a subscription between them have different versions`() throws {
        let daemon = try DaemonProcess()
        let wire = try daemon.wire()
        try wire.write(
            request("flags.set", 1, #"{"key":"ui.DarkMode","value":true}"#) + request("flags.evaluateAll", 2)
                + request("flags.set", 3, #"{"key":"ui.DarkMode","value":false}"#) + request("server.subscribe", 4)
                + request("flags.reset", 5, #"{"key":"ui.DarkMode"}"#) + request("server.info", 6)
        )
        let text = wire.read { $0.count { $0 == "\n" } == 7 }
        var lines = try text.split(separator: "\n").map { try JSON.parse(String($0)) }
        let received = try #require(lines.first { $0["method"] != nil })["params"]?["flagsVersion"]?.string
        lines.removeAll { $0["method"] != nil }
        let versions = lines.compactMap { $0["result"]?["flagsVersion"]?.string }
        #expect(versions.count == 3)
        #expect(Set(versions).count == 3)
        #expect(received == versions.last)
        #expect(try version(try daemon.client()) == received)
    }

    @Test func `evaluations report whether the time alone may change them`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        #expect(try client.call("flags.evaluateAll")["readsTime"] == nil)
        try client.define(Self.timed)
        #expect(try client.call("flags.evaluateAll")["readsTime"] == true)
        #expect(try client.call("flags.evaluateAll", ["limit": 1])["readsTime"] == nil)
        try client.call("flags.set", ["key": "t", "value": true])
        #expect(try client.call("flags.evaluateAll")["readsTime"] == nil)
        try client.call("flags.reset", ["key": "t"])
        #expect(try client.call("flags.evaluateAll")["readsTime"] == true)
        try client.call("flags.killSwitch", ["on": true, "match": "t"])
        #expect(try client.call("flags.evaluateAll")["readsTime"] == nil)
    }
}
