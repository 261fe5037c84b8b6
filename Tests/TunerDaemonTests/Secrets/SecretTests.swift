import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerDaemon

/// Secret keys in the results, the notifications and the history of the real daemon.
@Suite(.blocking) struct SecretTests {
    private static let spec: JSON = ["type": "string", "x-secret": true]

    private static func declare(on client: Client, _ spec: JSON = spec) throws {
        try client.call("tunables.declare", ["key": "ui.token", "spec": spec, "replace": true])
    }

    private static func set(_ value: JSON, on client: Client) throws {
        try client.call("tunables.set", ["key": "ui.token", "value": value])
    }

    /// Returns the changes in the history as lines of JSON, the newest first.
    private static func history(_ client: Client) throws -> [String] {
        let commits = try client.call("tunables.history")["commits"]?.elements ?? []
        return try commits.flatMap { $0["changes"]?.elements ?? [] }.map { try $0.written() }
    }

    @Test func `list, describe and history have a mark in place of the value`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try Self.declare(on: client)
        try Self.set("hunter2", on: client)
        let listed = try client.call("tunables.list")["tunables"]?.elements.first
        #expect(
            try listed?.written()
                == #"{"key":"ui.token","value":"(secret)","origin":"local","revision":2,"#
                + #""spec":{"type":"string","x-secret":true},"secret":true}"#
        )
        let described = try client.call("tunables.describe", ["key": "ui.token"])
        #expect(described["value"] == "(secret)" && described["secret"] == true)
        let change = #"{"key":"ui.token","value":"(secret)","origin":"local","secret":true}"#
        #expect(try Self.history(client) == [change])
    }

    @Test func `results of writes and notifications have the value and a mark, but only for secret keys`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try Self.declare(on: client)
        try client.call("tunables.subscribe")
        let result = try client.call("tunables.set", ["key": "ui.token", "value": "hunter2"])
        #expect(
            try result.written()
                == #"{"key":"ui.token","value":"hunter2","revision":2,"changed":true,"secret":true}"#
        )
        let again = try client.call("tunables.set", ["key": "ui.token", "value": "hunter2"])
        #expect(again["secret"] == true && again["changed"] == false)
        #expect(try client.call("tunables.set", ["key": "ui.scale", "value": 2])["secret"] == nil)
        let updated = try client.call("tunables.update", ["values": ["ui.token": "hunter3", "ui.scale": 3]])
        #expect(updated["changes"]?.elements.map { $0["secret"] } == [true, nil])
        var marks: [JSON?] = []
        while let note = try client.nextNotification(within: .zero) {
            marks += (note.params["changes"]?.elements ?? []).map { $0["secret"] }
        }
        #expect(marks == [true, nil, true, nil])
    }

    @Test func `a subscriber learns which of the first values are secret`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try Self.declare(on: client)
        try Self.set("hunter2", on: client)
        try client.call("tunables.set", ["key": "app.scale", "value": 2])
        #expect(try client.call("tunables.subscribe")["secrets"] == ["ui.token"])
        #expect(try client.call("tunables.subscribe", ["match": "app.*"])["secrets"] == nil)
        #expect(try client.call("tunables.getAll")["secrets"] == ["ui.token"])
        #expect(try client.call("tunables.getAll", ["match": "app.*"])["secrets"] == nil)
    }

    @Test(arguments: [false, true])
    func `history stays hidden after the declaration is removed, also after a restart`(isSnapshot: Bool) throws {
        let options = "--history 3"
        var daemon = try DaemonProcess(options)
        var client = try daemon.client()
        try Self.set("hunter1", on: client)
        try Self.declare(on: client)
        for value in ["hunter2", "hunter3"] { try Self.set(.string(value), on: client) }
        try client.call("tunables.forget", ["key": "ui.token"])
        try Self.set("public", on: client)
        for _ in 0..<2 {
            let history = try Self.history(client)
            #expect(history.count == 3)
            #expect(history.allSatisfy { $0.contains("(secret)") && !$0.contains("hunter") }, "\(history)")
            // The present value is not secret any more.
            #expect(try client.call("tunables.list")["tunables"]?.elements.first?["value"] == "public")
            if isSnapshot { try daemon.stop() } else { try daemon.kill() }
            daemon = try DaemonProcess(options, in: daemon.directory)
            client = try daemon.client()
        }
        // The last commit that shows the secret leaves the history.
        for number in 0..<3 { try client.call("tunables.set", ["key": "n", "value": .integer(Int64(number))]) }
        try Self.set("public again", on: client)
        #expect(try Self.history(client).first?.contains("public again") == true)
    }

    @Test func `export leaves secret values out, and importing it changes nothing`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let spec: JSON = ["type": "string", "x-secret": true, "default": "d"]
        try client.call("tunables.declare", ["key": "a", "spec": spec])
        try Self.declare(on: client)
        for key in ["a", "ui.token", "other"] { try client.call("tunables.set", ["key": .string(key), "value": "v"]) }
        let export = try client.call("tunables.export")
        #expect(export["values"] == ["other": "v"])
        #expect(export["secrets"] == ["a", "ui.token"])
        #expect(export["specs"] == ["ui.token": Self.spec])
        var parameters: JSONObject = [:]
        for name in ["values", "specs"] { parameters[name] = export[name] }
        let imported = try client.call("tunables.import", .object(parameters))
        #expect(imported["changes"] == [])
        let replaced = try client.call("tunables.setAll", ["values": export["values"] ?? [:]])
        #expect(replaced["changes"] == [])
        #expect(replaced["left"]?.elements.map { $0["reason"] } == ["secret", "secret"])
        #expect(try client.value(of: "ui.token") == "v")
        #expect(try client.value(of: "a") == "v")
        try client.call("session.hello", ["reveal": true])
        let whole = try client.call("tunables.export")
        #expect(whole["values"] == ["a": "v", "other": "v", "ui.token": "v"])
        #expect(whole["secrets"] == nil)
    }

    @Test func `the mark cannot be written to a secret key`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        try Self.declare(on: client)
        try Self.set("hunter2", on: client)
        let error = try #require(try client.refusal(of: "tunables.set", ["key": "ui.token", "value": "(secret)"]))
        #expect(error.kind == "outOfRange")
        #expect(error.message.hasSuffix("to keep the value, leave the key out"))
        #expect(try client.value(of: "ui.token") == "hunter2")
    }

    @Test(OtherUsers.needsRoot, .enabled(if: Kernel.isProgram("/usr/bin/socat") || Demands.areStrict, "missing: socat"))
    func `a user of the group reads values with get, but may not reveal them in lists`() throws {
        let daemon = try DaemonProcess("--socket-group \(OtherUsers.group.id) --group-writes", mode: 0o711)
        let client = try daemon.client()
        try Self.declare(on: client)
        try Self.set("hunter2", on: client)
        let user = "setpriv --reuid \(OtherUsers.user) --regid \(OtherUsers.group.id) --clear-groups"
        let program = try Program(script: "exec \(user) socat -t 60 - 'UNIX-CONNECT:\(daemon.socket)'", on: .allPipes)
        try program.write(
            request("session.hello", 1, #"{"reveal":true}"#) + request("tunables.list", 2)
                + request("tunables.get", 3, #"{"key":"ui.token"}"#)
        )
        program.endInput()
        let lines = try program.wait().output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains(#""kind":"denied""#))
        #expect(!lines[1].contains("hunter2") && lines[1].contains("(secret)"))
        #expect(lines[2].contains("hunter2"))
    }
}
