import BlockingTests
import JSONCore
import NetworkCore
import SyncTestSupport
import SystemCore
import TestSupport
import Testing

/// The commands to a running tunersync, between a real nginx and a real tunerd.
@Suite(.blocking, .enabled(if: Origin.isInstalled || Demands.areStrict, "missing here: nginx"))
struct ControlTests {
    private static func synced(_ origin: Origin) throws -> SyncedDaemon {
        try origin.serve(#"{"values":{"ui.scale":1},"version":"one"}"#)
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(
            #"{"sources":[{"layer":"team","url":"\#(origin.url("/team.json"))?token=hidden"}],"activate":["team"]}"#
        )
        #expect(try machine.waitFor("ui.scale", 1))
        #expect(try eventually { try machine.source("team")?["activations"] == 1 })
        return machine
    }

    private static func run(_ machine: SyncedDaemon, _ words: String...) throws -> Program.Result {
        try Program(BuiltProduct.path("tunersync"), words + ["--socket", machine.socket]).wait()
    }

    @Test func `status shows each source`() throws {
        let origin = try Origin()
        let machine = try ControlTests.synced(origin)
        let result = try ControlTests.run(machine, "status")
        #expect(result.code == 0)
        #expect(result.output.hasPrefix("team  waiting  version one  fetched "))
        #expect(result.output.contains(", 1 fetch, 1 change, latency "))
        #expect(result.output.hasSuffix(" ms, 1 activation\n"))
        let json = try ControlTests.run(machine, "status", "--json")
        #expect(json.output.contains(#""layer":"team","address":"\#(origin.url("/team.json"))","state":"waiting""#))
        #expect(!json.output.contains("hidden"), "a query can have a token")
        #expect(try machine.layer("team")?["sync"]?["version"] == "one")
        try origin.serve(#"{"values":{"ui.scale":1},"ttl":0,"killSwitch":true}"#)
        _ = try ControlTests.run(machine, "now")
        #expect(try eventually { try machine.source("team")?["stale"] == true })
        #expect(try ControlTests.run(machine, "status").output.hasSuffix(", stale, kill switch\n"))
    }

    @Test func `now fetches, and prints what came`() throws {
        let origin = try Origin()
        let machine = try ControlTests.synced(origin)
        #expect(try ControlTests.run(machine, "now") == Program.Result(code: 0, output: "team: is unchanged\n"))
        try origin.serve(#"{"values":{"ui.scale":2},"version":"two"}"#)
        let result = try ControlTests.run(machine, "now", "team")
        #expect(result == Program.Result(code: 0, output: "team: has new content, version two\n"))
        #expect(try machine.value("ui.scale") == 2)
        try origin.serve("not JSON")
        let bad = try ControlTests.run(machine, "now")
        #expect(bad.code == 1)
        #expect(bad.output.hasPrefix("team: has a payload that is not usable: "))
        #expect(try machine.value("ui.scale") == 2)
        #expect(try machine.source("team")?["rejected"] == 1)
        #expect(try machine.layer("team")?["sync"]?["error"] != nil)
    }

    @Test func `reset removes the last known good content, and fetches again`() throws {
        let origin = try Origin()
        let machine = try ControlTests.synced(origin)
        let result = try ControlTests.run(machine, "reset", "team")
        #expect(result == Program.Result(code: 0, output: "team: has new content, version one\n"))
        #expect(try machine.waitFor("ui.scale", 1), "the layer is active again")
        try KernelFileSystem().removeFile(origin.directory.file("files/team.json"))
        let failed = try ControlTests.run(machine, "reset", "team")
        #expect(failed.code == 1)
        #expect(failed.output.hasPrefix("team: could not be fetched: "))
        #expect(try machine.layer("team") == nil)
        // There is no copy either.
        try machine.killSync()
        try machine.startSync()
        #expect(try eventually { try machine.source("team")?["failed"] != 0 })
        #expect(try machine.layer("team") == nil)
    }

    @Test func `commands without a tunersync say how to start it`() throws {
        let machine = try SyncedDaemon()
        let none = try ControlTests.run(machine, "status")
        #expect(none.code == 1)
        #expect(none.errors.hasPrefix("tunersync: no daemon responds at "))
        try machine.startDaemon()
        let advice = "start tunersync --config FILE\n"
        #expect(
            try ControlTests.run(machine, "status").errors
                == "tunersync: no connected program fetches layers; \(advice)"
        )
        let now = try ControlTests.run(machine, "now", "team")
        #expect(now.code == 1)
        #expect(now.errors == "tunersync: no connected program fetches the layer team; \(advice)")
    }

    @Test func `now ends when tunersync ends`() throws {
        // The kernel accepts the connection, and nobody reads the request.
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let port = try Network.localEndpoint(of: listener).port
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        try machine.startSync(#"{"sources":[{"layer":"team","url":"http://127.0.0.1:\#(port)/","timeout":300}]}"#)
        #expect(try eventually { try machine.source("team")?["state"] == "fetching" })
        let command = try Program(BuiltProduct.path("tunersync"), ["now", "--socket", machine.socket])
        #expect(try eventually { try machine.call("server.stats")["methods"]?["sync.fetch"] != nil })
        try machine.killSync()
        let result = try command.wait()
        #expect(result.code == 1)
        #expect(result.errors == "tunersync: team: the program that fetches the layer has ended\n")
        extendLifetime(listener)
    }

    @Test func `a source that is not in use is left out, or refused by its name`() throws {
        let origin = try Origin()
        try origin.serve(#"{"values":{"ui.scale":1}}"#)
        let machine = try SyncedDaemon()
        try machine.startDaemon()
        let url = origin.url("/team.json")
        try machine.startSync(
            #"{"sources":[{"layer":"team","url":"\#(url)"},{"layer":"old","url":"\#(url)","when":false}]}"#
        )
        #expect(try eventually { try machine.source("team")?["state"] == "waiting" })
        #expect(try machine.source("old")?["state"] == "off")
        let all = try ControlTests.run(machine, "now")
        #expect(all == Program.Result(code: 0, output: "team: is unchanged\n"))
        _ = try machine.call("layers.put", ["name": "old", "values": ["a": 1]])
        for command in ["now", "reset"] {
            let result = try ControlTests.run(machine, command, "old")
            #expect(result.code == 1)
            #expect(result.errors == "tunersync: old is not in use: its rule is false\n")
        }
        #expect(try machine.layer("old") != nil)
    }
}
