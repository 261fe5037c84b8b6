import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

/// Tests of the memory limits of subscriptions, and of subscriptions that exceed them.
@Suite(.blocking) struct SubscriptionMemoryTests {
    /// A large subscribe request.
    struct Storm: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: String
        let params: JSON

        static let keys = JSON.array((0..<400).map { .string("some.key.\($0)") })
        static let patterns = JSON.array((0..<400).map { .string("some.key.*.\($0)") })
        static let context: JSON = ["list": .array([JSON](repeating: 0, count: 4_000))]

        static let all = [
            Storm(testDescription: "keys", method: "tunables", params: ["keys": keys]),
            Storm(testDescription: "patterns", method: "tunables", params: ["match": patterns]),
            Storm(testDescription: "flags", method: "flags", params: ["keys": keys]),
            Storm(testDescription: "a flag's context", method: "flags", params: ["context": context]),
            Storm(testDescription: "a stew's context", method: "stew", params: ["weightOz": 28, "context": context]),
        ]
    }

    @Test(arguments: Storm.all)
    func `a subscription over the memory limit is refused until another one ends`(storm: Storm) throws {
        let daemon = try DaemonProcess("--max-subscribed-bytes 300000")
        let client = try daemon.client()
        var names: [String] = []
        var refusal: RemoteError?
        while refusal == nil, names.count < 100 {
            if let failure = try client.refusal(of: "\(storm.method).subscribe", storm.params) {
                refusal = failure
            } else {
                names.append("\(names.count + 1)")
            }
        }
        #expect((1..<10).contains(names.count))
        #expect(refusal?.kind == "tooLarge")
        #expect(refusal?.data["limit"] == "subscribedBytes")
        #expect(refusal?.data["maximum"] == 300_000)
        let info = try client.call("server.info")
        #expect(info["subscriptions"] == .integer(Int64(names.count)))
        // Each connection has its own limit. An ended subscription frees all its memory.
        let other = try daemon.client()
        for _ in 0..<20 {
            let name = try other.call("\(storm.method).subscribe", storm.params)["subscription"] ?? .null
            try other.call("\(storm.method).unsubscribe", ["subscription": name])
        }
    }

    @Test func `the connections of one user share a memory limit, and closing frees memory`() throws {
        let daemon = try DaemonProcess("--max-subscribed-bytes-per-user 150000")
        let keys: JSON = ["keys": Storm.keys, "initial": false]
        for _ in 0..<3 {
            let second = try daemon.client()
            // The connection of the previous round counts until the daemon has noticed its end.
            while try second.call("server.info")["connections"] != 1 {}
            do {
                let first = try daemon.client()
                try first.call("tunables.subscribe", keys)
                try first.call("tunables.subscribe", keys)
                let refusal = try second.refusal(of: "tunables.subscribe", keys)
                #expect(refusal?.data["limit"] == "subscribedBytesPerUser")
            }
            while try second.call("server.info")["connections"] != 1 {}
            try second.call("tunables.subscribe", keys)
        }
    }

    @Test func `a connection whose pending changes exceed its memory limit is closed alone`() throws {
        let daemon = try DaemonProcess("--max-subscribed-bytes 1000000")
        let writer = try daemon.client()
        let value = String(repeating: "x", count: 10_000)
        let keys = (0..<300).map { "k\($0)" }
        for key in keys {
            try writer.call("tunables.set", ["key": .string(key), "value": .string(value)])
        }
        let slow = try daemon.wire()
        try slow.write(request("tunables.subscribe", 1, #"{"match":"k*","initial":false}"#))
        _ = slow.read { $0.contains("\n") }
        let other = try Watcher(["match": "k*"], on: try daemon.client())
        // The backlog holds the old value of each key, which is the value that the client received last.
        for key in keys {
            try writer.call("tunables.set", ["key": .string(key), "value": "y"])
            while try other.receive(within: .zero) {}
            guard try writer.call("server.info")["connections"] == 3 else { break }
        }
        #expect(try writer.call("server.info")["connections"] == 2)
        _ = slow.readToEnd()
        try writer.call("tunables.set", ["key": "k0", "value": "z"])
        let values = try writer.call("tunables.getAll")["values"] ?? .null
        while JSON.object(JSONObject(other.values.map { ($0.key, $0.value) })) != values {
            guard try other.receive(within: .seconds(60)) else { break }
        }
        #expect(other.faults.isEmpty, "\(other.faults.prefix(2))")
    }
}
