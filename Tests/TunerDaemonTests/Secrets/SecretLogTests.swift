import BlockingTests
import JSONCore
import RPCCore
import TestSupport
import Testing

/// Changes of secret keys in the real daemon's log.
@Suite(.blocking) struct SecretLogTests {
    @Test(arguments: ["sync", "relaxed"])
    func `the log has no secret value at any level`(durability: String) throws {
        let daemon = try DaemonProcess("--log-level debug --durability \(durability)")
        let client = try daemon.client()
        func declare(_ spec: JSON) throws {
            try client.call("tunables.declare", ["key": "ui.token", "spec": spec, "replace": true])
        }
        func set(_ value: JSON) throws { try client.call("tunables.set", ["key": "ui.token", "value": value]) }
        try client.call("session.hello", ["client": "game"])
        try declare(["type": "string", "x-secret": true, "default": "hunter1"])
        for value in ["hunter2", "hunter3"] { try set(.string(value)) }
        _ = try client.refusal(of: "tunables.set", ["key": "ui.token", "value": 7])
        try client.call("tunables.reset", ["key": "ui.token"])
        try client.call("flags.killSwitch", ["on": true, "match": "ui.*"])
        try set("hunter4")
        try declare(["type": "string", "x-secret": true, "maxLength": 2])
        try client.call("tunables.forget", ["key": "ui.token"])
        try daemon.stop()
        let log = try daemon.program.wait().errors
        #expect(!log.contains("hunter"), "\(log)")
        for part in ["ui.token: changed (secret) (", "stored (secret), hidden by"] {
            #expect(log.contains(part), "\(log)")
        }
    }
}
