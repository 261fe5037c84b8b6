import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

/// Tests of a connection with very many subscriptions, and commits that match most of them.
@Suite(.blocking) struct ManySubscriptionsTests {
    /// The values that the subscriptions of one connection received, and the contradictions.
    private final class Mirror {
        private struct Known {
            var values: [String: JSON] = [:]
            var revision: Int64
        }

        private var known: [String: Known] = [:]
        private(set) var faults: [String] = []
        private(set) var responded = 0
        private(set) var notified = 0
        private(set) var highest: Int64 = 0
        /// The revision in the response to each write request.
        private(set) var wrote: [Int: Int64] = [:]

        func receive(_ message: JSON) {
            if let id = message["id"]?.integer {
                respond(Int(id), message["result"] ?? .null)
            } else if let params = message["params"] {
                notify(params)
            }
        }

        private func respond(_ id: Int, _ result: JSON) {
            responded += 1
            if let name = result["subscription"]?.string {
                var values: [String: JSON] = [:]
                for member in (result["values"] ?? [:]).members { values[member.name] = member.value }
                known[name] = Known(values: values, revision: result["revision"]?.integer ?? -1)
            } else if let revision = result["revision"]?.integer, result["changes"] != nil {
                for change in result["changes"]?.elements ?? [] {
                    let key = change["key"]?.string ?? ""
                    for (name, known) in known where known.values[key] != nil || name == "t1" {
                        guard known.revision < revision else { continue }
                        faults.append(
                            "\(name) is at \(known.revision) before the response to its own write \(revision)"
                        )
                    }
                }
            }
        }

        private func notify(_ params: JSON) {
            notified += 1
            let name = params["subscription"]?.string ?? ""
            guard var mine = known[name] else { return faults.append("\(name) is notified before its response") }
            if params["from"]?.integer != mine.revision {
                faults.append("\(name) from \(String(describing: params["from"])) behind \(mine.revision)")
            }
            mine.revision = params["to"]?.integer ?? -1
            highest = max(highest, mine.revision)
            for change in params["changes"]?.elements ?? [] {
                let key = change["key"]?.string ?? ""
                if change["old"] != mine.values[key] {
                    faults.append("\(name): \(key) had \(String(describing: mine.values[key])), got \(change)")
                }
                mine.values[key] = change["value"]
            }
            known[name] = mine
        }

        /// Returns whether every subscription to all keys has some values.
        func hasEverywhere(_ values: [String: JSON]) -> Bool {
            known.values.allSatisfy { $0.values == values }
        }
    }

    private func update(_ id: Int, _ count: Int, _ value: Int) -> String {
        let values = (0..<count).map { #""k\#($0)":\#(value)"# }.joined(separator: ",")
        return request("tunables.update", id, #"{"values":{\#(values)}}"#)
    }

    private func values(_ count: Int, _ value: Int) -> JSON {
        .object(JSONObject((0..<count).map { ("k\($0)", .integer(Int64(value))) }))
    }

    @Test(arguments: ["sync", "relaxed"])
    func `all subscriptions receive every change in order, before their connection's responses`(
        durability: String
    ) throws {
        let daemon = try DaemonProcess("--durability \(durability)")
        let wire = try daemon.wire()
        let writer = try daemon.client()
        let mirror = Mirror()
        var (count, rest) = (0, "")
        /// Sends some requests at once, and reads until all responses have arrived.
        func send(_ requests: [(Int) -> String]) throws {
            for request in requests {
                count += 1
                try wire.write(request(count))
            }
            while mirror.responded < count { try read() }
        }
        func read() throws {
            let before = rest
            rest = ""
            let text = before + wire.read { $0.contains("\n") }
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            rest = String(lines.removeLast())
            for line in lines { mirror.receive(try JSON.parse(String(line))) }
        }
        // The notifications of a commit have some megabytes, many times the capacity of one turn or of the socket
        // buffers.
        let keys = 500
        let subscribe = { (id: Int) in request("tunables.subscribe", id, #"{"match":"k*"}"#) }
        try send(Array(repeating: subscribe, count: 100))
        for round in 1...3 {
            // Another client writes, and this client writes too. It also adds a subscription between its writes.
            try writer.call("tunables.update", ["values": values(keys, -round)])
            try send([
                { self.update($0, keys, round * 10) }, subscribe, { self.update($0, keys / 2, round * 10 + 1) },
                { request("tunables.set", $0, #"{"key":"k0","value":\#(round * 100)}"#) },
                { request("tunables.get", $0, #"{"key":"k0"}"#) },
            ])
            #expect(mirror.faults.isEmpty, "\(mirror.faults.prefix(3))")
        }
        var values: [String: JSON] = [:]
        for member in (try writer.call("tunables.getAll")["values"] ?? [:]).members {
            values[member.name] = member.value
        }
        #expect(values.count == keys)
        #expect(mirror.hasEverywhere(values))
        #expect(mirror.notified >= 300)
    }

    #if os(Linux)
    @Test func `pending changes are stored once for all subscriptions of a connection`() throws {
        let daemon = try DaemonProcess("--durability none")
        let wire = try daemon.wire()
        let writer = try daemon.client()
        let requests = (1...300).map { request("tunables.subscribe", $0, #"{"match":"k*","initial":false}"#) }
        try wire.write(requests.joined())
        _ = wire.read { $0.count { $0 == "\n" } == 300 }
        for value in 1...3 {
            try writer.call("tunables.update", ["values": values(3_000, value)])
        }
        // With one copy for each of the 300 subscriptions, this would be more than a hundred megabytes.
        #expect(try daemon.peakMemory < 40_000)
    }
    #endif
}
