import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

@testable import TunerDaemon

/// Tests of the state in the real daemon's log at its start.
@Suite(.blocking) struct StartLogTests {
    /// Returns the log's lines about the state of a daemon that continues another daemon's state.
    private static func log(_ options: String = "", after calls: (Client) throws -> Void) throws -> [Substring] {
        let first = try DaemonProcess()
        try calls(try first.client())
        try first.stop()
        let second = try DaemonProcess(options, in: first.directory)
        try second.stop()
        let lines = try second.program.wait().errors.split(separator: "\n")
        return lines.map { $0.dropFirst(25) }.filter { line in
            !["info listening on ", "info ending: ", "info ended"].contains { line.hasPrefix($0) }
        }
    }

    @Test func `a start logs the default of each flag that is not built in`() throws {
        let log = try Self.log { client in
            try client.define(#"{"b": {"state": "ENABLED", "variants": {"on": true, "off": false}}}"#)
        }
        #expect(log == ["info flag b: default none"])
    }

    @Test func `a start logs the active layers and the kill switch`() throws {
        let log = try Self.log { client in
            for name in ["a", "b", "c"] {
                try client.call("layers.put", ["name": .string(name), "values": ["k": 1]])
            }
            try client.call("layers.activate", ["names": ["c", "a"]])
            try client.call("flags.killSwitch", ["on": true, "match": ["ui.*"], "reason": "test"])
        }
        #expect(log == ["info active layers: c, a", "info kill switch: on for ui.*, reason: test"])
    }

    @Test func `a start logs the kill switch of a layer as that of the layer`() throws {
        let log = try Self.log { client in
            try client.call("layers.put", ["name": "safe", "values": ["k": 1], "killSwitch": true])
            try client.call("layers.activate", ["names": ["safe"]])
        }
        #expect(log.suffix(2) == ["info active layers: safe", "info kill switch of layer safe: on for k"])
    }

    @Test func `a start logs at most twenty flags`() throws {
        let log = try Self.log { client in
            let flags = (0..<30).map { "\"n\($0)\": {\"state\": \"ENABLED\", \"variants\": {\"on\": true}}" }
            try client.define("{\(flags.joined(separator: ","))}")
        }
        #expect(log.count == 21)
        #expect(log.last == "info there are more flags; print them with: tunerctl flag list")
    }

    @Test func `a start without the level info logs nothing about the state`() throws {
        #expect(try Self.log("--log-level warning") { _ in } == [])
    }
}
