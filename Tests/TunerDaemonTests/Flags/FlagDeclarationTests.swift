import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of `flags.declare` with the real daemon.
@Suite(.blocking) struct FlagDeclarationTests {
    private static let off: JSON = ["type": "boolean", "default": false, "description": "Show the new menu."]

    private let directory: TemporaryDirectory
    private let daemon: DaemonProcess
    private let game: Client

    init() throws {
        directory = try TemporaryDirectory()
        daemon = try DaemonProcess(in: directory)
        game = try daemon.client()
        try game.call("session.hello", ["client": "game"])
    }

    @Test func `a declared flag can be listed, read, overridden and evaluated`() throws {
        let declared = try game.call("flags.declare", ["flags": ["ui.beta": Self.off]])
        #expect(declared == ["revision": 1, "changed": true])
        let flag = try game.call("flags.get", ["key": "ui.beta"])
        #expect(flag["origin"] == "declared")
        #expect(flag["declaredBy"]["client"] == "game")
        #expect(flag["definition"]["metadata"]["description"] == "Show the new menu.")
        let listed = try game.call("flags.list")["flags"]?.elements.first { $0["key"] == "ui.beta" }
        #expect(listed?["origin"] == "declared")
        #expect(listed?["description"] == "Show the new menu.")
        #expect(try game.evaluate("ui.beta")["value"] == false)
        try game.call("flags.set", ["key": "ui.beta", "value": true])
        #expect(try game.evaluate("ui.beta")["value"] == true)
        #expect(try game.call("server.info")["flags"] == 1)
    }

    @Test func `an equal declaration makes no commit, and another client's different one is a conflict`() throws {
        try game.call("flags.declare", ["flags": ["ui.beta": Self.off]])
        let other = try daemon.client()
        try other.call("session.hello", ["client": "tool"])
        #expect(
            try other.call("flags.declare", ["flags": ["ui.beta": Self.off]]) == ["revision": 1, "changed": false]
        )
        let number: JSON = ["ui.beta": ["type": "number", "default": 1], "ui.new": ["type": "boolean"]]
        let refusal = try other.refusal(of: "flags.declare", ["flags": number])
        #expect(refusal?.kind == "declarationConflict")
        #expect(refusal?.data["key"] == "ui.beta")
        #expect(refusal?.data["client"] == "game")
        #expect(try other.evaluate("ui.new")["errorCode"] == "FLAG_NOT_FOUND")
        try other.call("flags.declare", ["flags": number, "replace": true])
        #expect(try game.evaluate("ui.beta")["value"] == 1)
    }

    @Test func `an invalid declaration is refused with its key and the path of the fault`() throws {
        let refusal = try game.refusal(of: "flags.declare", ["flags": ["ui.beta": ["type": "strng"]]])
        #expect(refusal?.kind == "invalidDefinition")
        #expect(refusal?.data["key"] == "ui.beta")
        #expect(refusal?.data["faults"]?.elements.map { $0["path"] } == ["type"])
        #expect(
            refusal?.message
                == "ui.beta: type must be boolean, string, number or object, got strng; did you mean string?"
        )
        #expect(try game.refusal(of: "flags.declare", ["flags": ["": ["type": "boolean"]]])?.kind == "invalidParams")
        let builtIn: JSON = ["ui.DarkMode": ["type": "string", "default": "x"]]
        #expect(try game.refusal(of: "flags.declare", ["flags": builtIn])?.kind == "declarationConflict")
    }

    @Test func `a subscriber is notified of a declaration only if it changes the evaluation`() throws {
        let watcher = try daemon.client()
        try watcher.call("flags.subscribe", ["keys": ["ui.beta"]])
        try game.call("flags.declare", ["flags": ["ui.beta": Self.off]])
        #expect(
            try watcher.nextChanges() == [["key": "ui.beta", "value": false, "variant": "off", "reason": "STATIC"]]
        )
        // Another description does not change the evaluation.
        try game.call("flags.declare", ["flags": ["ui.beta": ["type": "boolean", "default": false]]])
        try game.call("flags.declare", ["flags": ["ui.beta": ["type": "boolean", "default": true]]])
        let changes = try watcher.nextChanges()
        #expect(changes.map { $0["value"] } == [true])
        #expect(changes.map { $0["old"] } == [false])
    }

    @Test func `a declaration is in the history, and cannot be undone`() throws {
        try game.call("flags.declare", ["flags": ["ui.beta": Self.off]])
        try game.call("flags.remove", ["key": "ui.beta"])
        let commits = try game.call("tunables.history", ["limit": 2])["commits"]?.elements ?? []
        #expect(commits.map { $0["operation"] } == ["flags.remove", "flags.declare"])
        let edits = commits.map { $0["flags"]?.elements ?? [] }
        #expect(edits == [[["key": "ui.beta", "declared": false]], [["key": "ui.beta", "declared": true]]])
        #expect(try game.refusal(of: "tunables.undo")?.message == "revision 2 (flags.remove ui.beta) cannot be undone")
    }

    @Test(arguments: [true, false])
    func `a declaration is stored, also when the daemon is killed`(isKilled: Bool) throws {
        try game.call("flags.declare", ["flags": ["ui.beta": Self.off]])
        try game.call("flags.set", ["key": "ui.beta", "value": true])
        try isKilled ? daemon.kill() : daemon.stop()
        let again = try DaemonProcess(in: directory)
        let client = try again.client()
        #expect(try client.evaluate("ui.beta")["value"] == true)
        let flag = try client.call("flags.get", ["key": "ui.beta"])
        #expect(flag["origin"] == "declared")
        #expect(flag["declaredBy"]["client"] == "game")
        #expect(try client.call("flags.declare", ["flags": ["ui.beta": Self.off]])["changed"] == false)
    }

    @Test func `creating a flag that exists is a conflict, and changes nothing`() throws {
        try game.call("flags.declare", ["flags": ["ui.beta": Self.off]])
        let flag: JSON = ["state": "ENABLED", "variants": ["on": true]]
        let both: JSON = ["flags": ["ui.new": flag, "ui.beta": flag], "create": true]
        let refusal = try game.refusal(of: "flags.define", both)
        #expect(refusal?.kind == "conflict")
        #expect(refusal?.data["key"] == "ui.beta")
        #expect(refusal?.message == "there is a flag ui.beta already")
        #expect(try game.refusal(of: "flags.get", ["key": "ui.new"])?.kind == "unknownFlag")
        let one: JSON = ["flags": ["ui.new": flag], "create": true]
        #expect(try game.call("flags.define", one)["changed"] == true)
        #expect(try game.refusal(of: "flags.define", one)?.kind == "conflict")
    }
}
