import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

/// Tests of `tunables.history`, and of its cost for other clients.
@Suite(.blocking) struct HistoryTests {
    private func values(_ count: Int, _ value: Int) -> JSON {
        .object(JSONObject((0..<count).map { ("k\($0)", .integer(Int64(value))) }))
    }

    private func revisions(_ client: Client, _ params: JSON) throws -> [Int64?] {
        try client.call("tunables.history", params)["commits"]?.elements.map { $0["revision"]?.integer } ?? []
    }

    @Test func `history returns the newest matching commits before a revision, up to the limit`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        for number in 1...600 {
            try client.call(
                "tunables.set",
                ["key": .string(number % 3 == 0 ? "a" : "b"), "value": .integer(Int64(number))]
            )
        }
        #expect(try revisions(client, [:]) == (591...600).reversed().map { Int64($0) })
        #expect(try revisions(client, ["limit": 2, "before": 100]) == [99, 98])
        let every = (1...600).filter { $0 % 3 == 0 }.reversed().map { Int64($0) }
        #expect(try revisions(client, ["limit": 1_000, "match": "a"]) == every)
        #expect(try revisions(client, ["limit": 3, "match": ["a", "x*"], "before": 600]) == [597, 594, 591])
        #expect(try revisions(client, ["limit": 3, "match": "c*"]) == [])
    }

    @Test func `history finds a commit of many keys by the last of many patterns`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try client.call("tunables.set", ["key": "other", "value": 1])
        try client.call("tunables.update", ["values": values(2_000, 1)])
        let patterns = (0..<1_023).map { JSON.string("*x*\($0)*") }
        #expect(try revisions(client, ["match": .array(patterns + ["k1999"])]) == [2])
        #expect(try revisions(client, ["match": .array(patterns)]) == [])
    }

    #if os(Linux)
    @Test func `a batch of long histories uses no memory for pending responses`() throws {
        let daemon = try DaemonProcess("--durability none")
        let writer = try daemon.client()
        for value in 0..<200 { try writer.call("tunables.update", ["values": values(20, value)]) }
        let before = try daemon.peakMemory
        let one = #"{"jsonrpc":"2.0","id":1,"method":"tunables.history","params":{"limit":1000}}"#
        let last = #"{"jsonrpc":"2.0","id":1,"method":"tunables.last"}"#
        let wire = try daemon.wire()
        try wire.write("[\(Array(repeating: "\(one),\(last)", count: 512).joined(separator: ","))]\n")
        // The daemon has handled the batch, and the client does not read the rest of the response.
        _ = wire.read { !$0.isEmpty }
        try writer.call("ping")
        #expect(try daemon.peakMemory - before < 20_000)
    }
    #endif
}
