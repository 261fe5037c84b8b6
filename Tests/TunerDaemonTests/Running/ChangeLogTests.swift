import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

/// Tests of the changes in the real daemon's log.
@Suite(.blocking) struct ChangeLogTests {
    /// Returns the log of a daemon after calls by a client named `game`, without the lines of the start and the end.
    private static func log(_ options: String = "", _ calls: (Client) throws -> Void) throws -> [String] {
        let daemon = try DaemonProcess(options)
        let client = try daemon.client()
        try client.call("session.hello", ["client": "game"])
        try calls(client)
        try daemon.stop()
        return try daemon.program.wait().errors.untimedLines.filter { line in
            !["info listening on ", "info ending: ", "info ended"].contains { line.hasPrefix($0) }
        }
    }

    /// Returns the end of each line: the operation, its author and the revision.
    private static func maker(_ operation: String, _ revision: Int) -> String {
        "(\(operation) by game[\(Kernel.processID)], revision \(revision))"
    }

    @Test(arguments: ["sync", "relaxed", "none"])
    func `a change is logged with the old value, the new value, the operation and the author`(
        durability: String
    ) throws {
        let log = try Self.log("--durability \(durability)") { client in
            try client.call("tunables.set", ["key": "speed", "value": 3])
            try client.call("tunables.set", ["key": "speed", "value": 4])
            try client.call("tunables.set", ["key": "speed", "value": 4])
            try client.call("tunables.undo")
        }
        #expect(
            log == [
                "info speed: none -> 3 \(Self.maker("tunables.set", 1))",
                "info speed: 3 -> 4 \(Self.maker("tunables.set", 2))",
                "info speed: 4 -> none \(Self.maker("tunables.undo", 3))",
            ]
        )
    }

    @Test(arguments: ["info", "warning", "error"])
    func `a declaration that does not allow the stored value is logged as a warning`(level: String) throws {
        let log = try Self.log("--log-level \(level)") { client in
            for most in [40, 20, 20, 50] {
                let spec: JSON = ["type": "number", "default": 3, "maximum": .integer(Int64(most))]
                try client.call("tunables.declare", ["key": "speed", "spec": spec, "replace": true])
                if most == 40 { try client.call("tunables.set", ["key": "speed", "value": 30]) }
            }
        }
        let sentence = "the declaration does not allow the stored value, which has no effect"
        let warning = "warning speed: \(sentence); see: tunerctl describe speed"
        #expect(log.filter { !$0.hasPrefix("info ") } == (level == "error" ? [] : [warning]))
        #expect(log.contains { $0.hasPrefix("info ") } == (level == "info"))
    }

    @Test func `a subscriber does not change what is logged`() throws {
        for durability in ["sync", "relaxed"] {
            let log = try Self.log("--durability \(durability)") { client in
                try client.call("tunables.subscribe", ["keys": ["speed"]])
                try client.call("tunables.set", ["key": "speed", "value": 3])
            }
            #expect(log == ["info speed: none -> 3 \(Self.maker("tunables.set", 1))"])
        }
    }

    @Test func `a large commit is logged with ten lines and the number of the others`() throws {
        let log = try Self.log { client in
            let values = (100..<300).map { "\"k\($0)\":1" }.joined(separator: ",")
            try client.call("tunables.update", ["values": try JSON.parse("{\(values)}")])
        }
        let maker = Self.maker("tunables.update", 1)
        #expect(log == (100..<110).map { "info k\($0): none -> 1 \(maker)" } + ["info and 190 more \(maker)"])
    }

    @Test func `the kill switch is logged with its patterns`() throws {
        let log = try Self.log { client in
            try client.call("flags.killSwitch", ["on": true, "match": ["ui.*", "algo.*"], "reason": "test"])
            try client.call("flags.killSwitch", ["on": false, "match": ["ui.*"]])
            try client.call("flags.killSwitch", ["on": false])
        }
        #expect(log.count == 3, "\(log)")
        let first = "info kill switch: on for ui.*, algo.*, reason: test (flags.killSwitch by game["
        #expect(log.first?.hasPrefix(first) == true)
        #expect(log.last?.hasPrefix("info kill switch: off (flags.killSwitch by game[") == true)
    }

    @Test func `layers and flags are logged`() throws {
        let log = try Self.log { client in
            try client.call("layers.put", ["name": "night", "values": ["speed": 1]])
            try client.call("layers.activate", ["names": ["night"]])
            try client.define(#"{"new": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a"}}"#)
            try client.call("flags.set", ["key": "new", "variant": "b"])
            try client.call("flags.reset", ["key": "new"])
            try client.call("flags.remove", ["key": "new"])
            try client.call("layers.remove", ["name": "night"])
            try client.call("flags.declare", ["flags": ["beta": ["type": "boolean", "default": true]]])
            try client.call("flags.remove", ["key": "beta"])
        }
        #expect(log.contains("info layer night: put \(Self.maker("layers.put", 1))"), "\(log)")
        #expect(log.contains("info active layers: night \(Self.maker("layers.activate", 2))"), "\(log)")
        #expect(log.contains("info speed: none -> 1 \(Self.maker("layers.activate", 2))"), "\(log)")
        #expect(log.contains("info flag new: defined, default a \(Self.maker("flags.define", 3))"), "\(log)")
        #expect(log.contains("info flag new: override none -> b \(Self.maker("flags.set", 4))"), "\(log)")
        #expect(log.contains("info flag new: override b -> none \(Self.maker("flags.reset", 5))"), "\(log)")
        #expect(log.contains("info flag new: removed \(Self.maker("flags.remove", 6))"), "\(log)")
        #expect(log.contains("info layer night: removed \(Self.maker("layers.remove", 7))"), "\(log)")
        #expect(log.contains("info flag beta: declared, default on \(Self.maker("flags.declare", 8))"), "\(log)")
        #expect(log.contains("info flag beta: declaration removed \(Self.maker("flags.remove", 9))"), "\(log)")
    }

    @Test func `a hundred lines a second are logged, and the number of the other changes`() throws {
        let daemon = try DaemonProcess("--durability none")
        let wire = try daemon.wire()
        let requests = (1...1_000).map { (number: Int) in
            request("tunables.set", number, "{\"key\":\"k\",\"value\":\(number)}")
        }
        try wire.write(requests.joined())
        _ = wire.read { $0.contains(#""id":1000,"#) }
        // The timer writes the last number; no request is necessary.
        let text = try daemon.program.errors { Self.changes(in: $0).all == 1_000 }
        let counted = Self.changes(in: text)
        #expect(counted.all == 1_000)
        #expect(counted.skipped > 0)
        try daemon.stop()
    }

    @Test func `changes of flags without a line are counted one by one`() throws {
        let daemon = try DaemonProcess("--durability none")
        let wire = try daemon.wire()
        let flags = (0..<7).map { #""f\#($0)":{"state":"ENABLED","variants":{"on":true}}"# }
        let sets = (1...150).map { (number: Int) in
            request("tunables.set", number, "{\"key\":\"k\",\"value\":\(number)}")
        }
        let define = request("flags.define", 151, "{\"flags\":{\(flags.joined(separator: ","))}}")
        try wire.write(sets.joined() + define)
        _ = wire.read { $0.contains(#""id":151,"#) }
        // The timer writes the last number; no request is necessary.
        func count(_ text: String) -> Int { Self.changes(in: text).all + text.matches(of: /info flag f/).count }
        #expect(count(try daemon.program.errors { count($0) >= 151 }) == 157)
        try daemon.stop()
    }

    @Test func `a value under the kill switch is logged as hidden`() throws {
        for durability in ["sync", "relaxed"] {
            let log = try Self.log("--durability \(durability)") { client in
                try client.call("tunables.declare", ["key": "speed", "spec": ["type": "number", "default": 1]])
                try client.call("flags.killSwitch", ["on": true, "match": ["speed"]])
                try client.call("tunables.set", ["key": "speed", "value": 3])
                try client.call("tunables.reset", ["key": "speed"])
            }
            #expect(
                log.suffix(2) == [
                    "info speed: stored 3, hidden by the kill switch \(Self.maker("tunables.set", 3))",
                    "info speed: removed the stored value, hidden by the kill switch \(Self.maker("tunables.reset", 4))",
                ],
                "\(log)"
            )
        }
    }

    /// Returns the number of changes in a log, and of those without a line.
    private static func changes(in log: String) -> (all: Int, skipped: Int) {
        let skipped = log.matches(of: /info (\d+) more changes in the last second\n/).compactMap { Int($0.output.1) }
        let sum = skipped.reduce(0, +)
        return (log.matches(of: /info k: .*\n/).count + sum, sum)
    }

    @Test(arguments: ["warning", "error"])
    func `a log without the level info has no values`(level: String) throws {
        let log = try Self.log("--log-level \(level)") { client in
            try client.call("tunables.set", ["key": "password", "value": "secret"])
        }
        #expect(log == [])
    }

    @Test func `a log of objects has the facts of a change`() throws {
        let log = try Self.log("--log-format json") { client in
            try client.call("tunables.set", ["key": "speed", "value": 3])
        }
        let line = try #require(log.first { $0.contains("speed") })
        let facts = #""key":"speed","old":"none","value":"3","operation":"tunables.set","client":"game","#
        #expect(
            line.hasSuffix("\(facts)\"pid\":\(Kernel.processID),\"uid\":\(Kernel.userID),\"revision\":1}"),
            "\(line)"
        )
    }

    @Test func `control characters in values and names are escaped`() throws {
        let log = try Self.log { client in
            try client.call("session.hello", ["client": "a\u{1B}[2J\nb"])
            try client.call("tunables.set", ["key": "k", "value": "\u{9B}"])
        }
        #expect(log.count == 1)
        #expect(log.first?.contains(#"k: none -> "\u{9b}" (tunables.set by a\u{1b}[2J\u{a}b["#) == true, "\(log)")
    }
}
