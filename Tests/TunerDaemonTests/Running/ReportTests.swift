import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of the faults that programs report about themselves.
@Suite(.blocking) struct ReportTests {
    /// Returns the faults of each client by name.
    private static func faults(_ client: Client) throws -> [String: [JSON]] {
        var faults: [String: [JSON]] = [:]
        for record in try client.call("server.clients")["clients"]?.elements ?? [] {
            faults[record["client"]?.string ?? ""] = record["faults"]?.elements
        }
        return faults
    }

    private static func fault(_ message: String) -> JSON { ["message": .string(message)] }

    @Test func `a report is seen by every client until its connection ends`() throws {
        let daemon = try DaemonProcess()
        let observer = try daemon.client()
        try observer.call("session.hello", ["client": "observer"])
        var game: Client? = try daemon.client()
        try game?.call("session.hello", ["client": "game", "version": "2"])
        let fault: JSON = ["key": "speed", "message": "the program needs a number, got a string"]
        try game?.call("server.report", ["faults": [fault]])
        #expect(try Self.faults(observer) == ["observer": [], "game": [fault]])
        let records = try observer.call("server.clients")["clients"]?.elements ?? []
        #expect(records.first?["client"] == "game")
        #expect(records.first?["version"] == "2")
        #expect(records.first?["pid"] == .integer(Int64(Kernel.processID)))
        game = nil
        #expect(try eventually { try Self.faults(observer) == ["observer": []] })
    }

    @Test func `a report replaces the one before`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("session.hello", ["client": "game"])
        try client.call("server.report", ["faults": [Self.fault("a"), Self.fault("b")]])
        #expect(try Self.faults(client)["game"]?.count == 2)
        try client.call("server.report", ["faults": [Self.fault("c")]])
        #expect(try Self.faults(client) == ["game": [Self.fault("c")]])
        try client.call("server.report", ["faults": []])
        #expect(try Self.faults(client) == ["game": []])
    }

    @Test func `a client is listed with its declarations, and with the keys that were refused last`() throws {
        let daemon = try DaemonProcess()
        let (client, other) = (try daemon.client(), try daemon.client())
        try other.call("tunables.declare", ["key": "theirs", "spec": ["type": "string"]])
        try client.call("session.hello", ["client": "game"])
        func record() throws -> JSON? {
            try client.call("server.clients")["clients"]?.elements.first { $0["client"] == "game" }
        }
        #expect(try record()?["declared"] == 0)
        #expect(try record()?["keys"] == [])
        let specs: JSON = ["a": ["type": "number"], "b": ["type": "number"]]
        try client.call("tunables.declare", ["specs": specs])
        #expect(throws: (any Error).self) {
            try client.call("tunables.declare", ["key": "theirs", "spec": ["type": "number"]])
        }
        #expect(throws: (any Error).self) {
            try client.call("tunables.declare", ["key": "c", "spec": ["type": "nmber"]])
        }
        #expect(try record()?["declared"] == 2)
        #expect(try record()?["refused"] == ["theirs", "c"])
        try client.call("tunables.declare", ["key": "c", "spec": ["type": "number"]])
        #expect(try record()?["declared"] == 3)
        #expect(try record()?["keys"] == ["a", "b", "c"])
        #expect(try record()?["refused"] == ["theirs"])
        for number in 0..<20 {
            #expect(throws: (any Error).self) {
                try client.call("tunables.declare", ["key": .string("n\(number)"), "spec": ["type": "nmber"]])
            }
        }
        try client.call("tunables.declare", ["specs": specs])
        try client.call(
            "flags.declare",
            ["flags": .object(JSONObject((0..<9).map { ("f\($0)", ["type": "boolean", "default": false]) }))]
        )
        #expect(try record()?["declared"] == 14)
        #expect(try record()?["keys"] == ["a", "b", "c", "f0", "f1", "f2", "f3", "f4"])
        #expect(try record()?["refused"] == .array(["theirs"] + (0..<7).map { .string("n\($0)") }))
    }

    @Test func `a connection keeps eight faults with shortened texts`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("session.hello", ["client": "game"])
        let long = String(repeating: "x", count: 100_000)
        let faults = JSON.array((0..<1_000).map { ["key": .string("k\($0)"), "message": .string("\($0)")] })
        try client.call("server.report", ["faults": faults])
        let kept = try Self.faults(client)["game"] ?? []
        #expect(kept.map { $0["key"] } == (0..<8).map { .string("k\($0)") })
        try client.call("server.report", ["faults": [["key": .string(long), "message": .string(long)]]])
        let short = JSON.string(String(repeating: "x", count: 256) + "…")
        #expect(try Self.faults(client)["game"] == [["key": short, "message": short]])
    }
}
