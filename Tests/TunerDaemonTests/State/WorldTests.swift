import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerDaemon

/// Tests of worlds, as their members and other clients see them.
@Suite(.blocking) struct WorldTests {
    private static let id = "w-0123456789abcdef"
    private static let world: JSON = ["world": .string(id)]

    /// Checks that all calls of a client whose world has ended fail with `unknownWorld`.
    private func expectUnknown(_ client: Client, location: SourceLocation = #_sourceLocation) throws {
        let calls: [(String, JSON)] = [
            ("tunables.get", ["key": "a"]), ("tunables.getAll", [:]), ("tunables.set", ["key": "a", "value": 9]),
            ("tunables.update", ["values": ["a": 9]]), ("tunables.reset", ["key": "a"]), ("tunables.resetAll", [:]),
            ("tunables.setAll", ["values": ["a": 9]]), ("tunables.import", ["values": ["a": 9]]),
            ("tunables.declare", ["key": "d", "spec": ["type": "integer"]]), ("tunables.forget", ["key": "a"]),
            ("tunables.undo", [:]), ("tunables.history", [:]), ("tunables.export", [:]),
            ("layers.put", ["name": "l", "values": ["a": 9]]), ("layers.list", [:]), ("worlds.diff", [:]),
            ("worlds.merge", [:]),
        ]
        for (method, params) in calls {
            let refusal = try client.refusal(of: method, params)
            #expect(refusal?.kind == "unknownWorld", "\(method)", sourceLocation: location)
            #expect(refusal?.data["world"] == .string(Self.id), "\(method)", sourceLocation: location)
        }
        // Calls about the daemon itself still succeed.
        #expect(try client.call("ping") == "pong", sourceLocation: location)
        try client.call("server.info")
    }

    @Test func `only members see a world, which ends with its creator and leaves no values`() throws {
        let daemon = try DaemonProcess()
        let other = try daemon.client()
        try other.call("tunables.set", ["key": "a", "value": 1])
        let revision = try other.call("server.info")["revision"]
        var maker: Client? = try daemon.client()
        let member = try daemon.client()
        #expect(try maker?.call("worlds.create", Self.world) == Self.world)
        #expect(try member.call("session.hello", Self.world)["world"] == .string(Self.id))
        let set = try maker?.call("tunables.set", ["key": "a", "value": 2])
        #expect(set["value"] == 2 && set["old"] == 1 && set["changed"] == true)
        try member.call("tunables.set", ["key": "b", "value": 3])
        #expect(try member.value(of: "a") == 2)
        #expect(try member.call("tunables.get", ["key": "b"])["origin"] == "world")
        #expect(try other.value(of: "a") == 1)
        #expect(try other.value(of: "b") == nil)
        #expect(try other.call("server.info")["revision"] == revision)
        let worlds = try other.call("worlds.list")["worlds"]?.elements
        #expect(worlds?.count == 1)
        #expect(worlds?.first?["members"] == 2 && worlds?.first?["values"] == 2)
        let changes = try member.call("worlds.diff")["changes"]?.elements ?? []
        #expect(changes.contains(["key": "a", "value": 2, "old": 1, "origin": "world"]))

        maker = nil
        #expect(try eventually { try other.call("server.info")["worlds"] == 0 })
        try expectUnknown(member)
        let newcomer = try daemon.client()
        #expect(try newcomer.refusal(of: "session.hello", Self.world)?.kind == "unknownWorld")
        try member.call("session.hello")
        #expect(try member.value(of: "a") == 1)
        #expect(try member.value(of: "b") == nil)
        #expect(try other.call("tunables.export")["values"] == ["a": 1])
        #expect(try other.call("server.info")["revision"] == revision)
    }

    @Test func `a recreated world does not end with its first creator`() throws {
        let daemon = try DaemonProcess()
        var first: Client? = try daemon.client()
        try first?.call("worlds.create", Self.world)
        let second = try daemon.client()
        try second.call("worlds.drop", Self.world)
        try second.call("worlds.create", Self.world)
        try second.call("tunables.set", ["key": "a", "value": 5])
        first = nil
        #expect(try eventually { try second.call("server.info")["connections"] == 1 })
        #expect(try second.call("tunables.get", ["key": "a"])["value"] == 5)
    }

    @Test func `a dropped world is gone for its creator, and its name can be reused`() throws {
        let daemon = try DaemonProcess()
        let maker = try daemon.client()
        try maker.call("worlds.create", Self.world)
        try maker.call("tunables.set", ["key": "a", "value": 2])
        let other = try daemon.client()
        #expect(try other.call("worlds.drop", Self.world) == true)
        try expectUnknown(maker)
        // A program can create its world again under the same name.
        try maker.call("worlds.create", Self.world)
        #expect(try maker.value(of: "a") == nil)
    }

    @Test func `a merge makes the world's values local in one commit that undo reverts`() throws {
        let daemon = try DaemonProcess()
        let maker = try daemon.client()
        try maker.call("worlds.create", Self.world)
        try maker.call("tunables.update", ["values": ["a": 2, "b": 3]])
        let merged = try maker.call("worlds.merge")
        #expect(merged["revision"] == 1)
        #expect(merged["changes"]?.elements.count == 2)
        let other = try daemon.client()
        #expect(try other.call("tunables.getAll")["values"] == ["a": 2, "b": 3])
        #expect(try maker.call("worlds.diff")["changes"] == [])
        #expect(try other.call("tunables.undo", ["everyone": true])["undone"] == [1])
        #expect(try other.call("tunables.getAll")["values"] == [:])
    }

    @Test func `a proposal outlives the connection of its world, and anybody who may see it can merge it`() throws {
        let daemon = try DaemonProcess()
        var maker: Client? = try daemon.client()
        let other = try daemon.client()
        #expect(try other.refusal(of: "worlds.propose", ["summary": "faster"])?.data["parameter"] == "world")
        try maker?.call("session.hello", ["client": "agent a"])
        try maker?.call("worlds.create", Self.world)
        try maker?.call("tunables.set", ["key": "a", "value": 2])
        let proposal = try maker?.call("worlds.propose", ["summary": "faster"])
        try maker?.call("tunables.set", ["key": "a", "value": 3])
        maker = nil
        #expect(try eventually { try other.call("worlds.list")["worlds"]?.elements.count == 1 })
        let listed = try other.call("worlds.list")["worlds"]?.elements.first
        #expect(listed?["world"] == proposal?["world"] && listed?["members"] == 0)
        #expect(listed?["proposal"] == ["summary": "faster", "revision": 0])
        #expect(listed?["actor"]?["client"] == "agent a")
        #expect(try other.call("worlds.merge", proposal ?? [:])["changes"]?.elements.first?["value"] == 2)
        #expect(try other.refusal(of: "worlds.drop", proposal ?? [:])?.kind == "unknownWorld")
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/socat") || Demands.areStrict, "missing here: socat"))
    func `no client can join a proposal, be moved to it, or change it`() throws {
        let daemon = try DaemonProcess()
        let maker = try daemon.client()
        try maker.call("worlds.create", Self.world)
        try maker.call("tunables.set", ["key": "a", "value": 2])
        let proposal = try maker.call("worlds.propose", ["summary": "faster"])
        let id = try #require(proposal["world"]?.string)
        let joining = try maker.refusal(of: "session.hello", ["world": .string(id)])
        #expect(joining?.kind == "unknownWorld" && joining?.message.contains("is a proposal") == true)
        let pid = JSON.integer(Int64(Kernel.processID))
        #expect(try maker.refusal(of: "worlds.move", ["pid": pid, "world": .string(id)])?.kind == "unknownWorld")
        let set = request("tunables.set", 1, #"{"key":"a","value":9}"#)
        let merge = request("worlds.merge", 2, "{}")
        let inside = try responses(daemon, world: id, to: set, merge)
        #expect(inside.map { $0["error"]["data"]["kind"] } == ["unknownWorld", "unknownWorld"])
        #expect(try maker.call("worlds.diff", proposal)["changes"]?.elements.first?["value"] == 2)
    }

    @Test func `a diff has a revision and pages, and a merge with that revision refuses later changes`() throws {
        let daemon = try DaemonProcess()
        let (maker, other) = (try daemon.client(), try daemon.client())
        try maker.call("worlds.create", Self.world)
        let values = JSONObject((1...1_500).map { ("k\(10_000 + $0)", JSON.integer($0)) })
        try maker.call("tunables.update", ["values": .object(values)])
        let first = try maker.call("worlds.diff")
        #expect(first["changes"]?.elements.count == 1_000 && first["more"] == true && first["revision"] == 0)
        let second = try maker.call("worlds.diff", ["after": first["next"] ?? .null])
        #expect(second["changes"]?.elements.count == 500 && second["next"] == nil && second["more"] == nil)
        try other.call("tunables.set", ["key": "k10007", "value": 1])
        #expect(try maker.refusal(of: "worlds.merge", ["ifRevision": 0])?.data["key"] == "k10007")
        #expect(try maker.call("worlds.merge", ["ifRevision": 1])["revision"] == 2)
    }

    @Test func `an override in a world ends on time`() throws {
        let daemon = try DaemonProcess()
        let maker = try daemon.client()
        try maker.call("worlds.create", Self.world)
        #expect(try maker.call("tunables.set", ["key": "a", "value": 2, "for": 0.2])["value"] == 2)
        #expect(try eventually { try maker.value(of: "a") == nil })
        #expect(try maker.call("server.info")["revision"] == 0)
    }

    /// Returns the responses to a client that names no world itself but has `TUNER_WORLD` in its environment.
    private func responses(_ daemon: DaemonProcess, world: String, to requests: String...) throws -> [JSON] {
        let script = "exec env TUNER_WORLD='\(world)' socat -t 60 - 'UNIX-CONNECT:\(daemon.socket)'"
        let program = try Program(script: script, on: .allPipes)
        try program.write(requests.joined())
        program.endInput()
        return try program.wait().output.split(separator: "\n").map { try JSON.parse(String($0)) }
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/socat") || Demands.areStrict, "missing here: socat"))
    func `a client with TUNER_WORLD in its environment belongs to that world`() throws {
        let daemon = try DaemonProcess()
        let maker = try daemon.client()
        try maker.call("worlds.create", Self.world)
        try maker.call("tunables.set", ["key": "a", "value": 2])
        let get = request("tunables.get", 1, #"{"key":"a","default":0}"#)
        let set = request("tunables.set", 2, #"{"key":"b","value":3}"#)
        let hello = request("session.hello", 3, "{}")
        let inside = try responses(daemon, world: Self.id, to: get, set, hello, get)
        #expect(inside.map { $0["result"]["value"] } == [2, 3, nil, 0])
        #expect(try maker.value(of: "b") == 3)
        #expect(try daemon.client().value(of: "b") == nil)
        // A client in a missing world receives errors, and its writes do not change shared values.
        let elsewhere = try responses(daemon, world: "w-fedcba9876543210", to: get, set)
        #expect(elsewhere.map { $0["error"]["data"]["kind"] } == ["unknownWorld", "unknownWorld"])
        #expect(try daemon.client().call("tunables.getAll")["values"] == [:])
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"))
    func `a world ends with its creator even when the disk fails at that moment`() throws {
        // Every flush fails after 200 milliseconds.
        let fault = "inject=fdatasync:error=EIO:delay_enter=200000"
        let daemon = try DaemonProcess(under: "strace -D -f --seccomp-bpf -o /dev/null -e trace=fdatasync -e \(fault)")
        let other = try daemon.client()
        for number: Int64 in 1...3 {
            var maker: Client? = try daemon.client()
            try maker?.call("worlds.create")
            let wire = try daemon.wire()
            try wire.write(request("tunables.set", 1, #"{"key":"a","value":\#(number)}"#))
            // The flush is now in progress, so the world ends after the write.
            #expect(try maker?.call("ping") == "pong")
            maker = nil
            #expect(wire.read { $0.hasSuffix("\n") }.contains(#""kind":"storage""#))
        }
        #expect(try eventually { try other.call("server.info")["worlds"] == 0 })
    }

    @Test(.enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"))
    func `a member receives pending responses before the notification of its world's end`() throws {
        // The first flush is slow, so that later responses wait.
        let prefix = "strace -D -f --seccomp-bpf -o /dev/null -e trace=fdatasync -e inject=fdatasync:delay_enter=500000"
        let daemon = try DaemonProcess(under: prefix)
        var maker: Client? = try daemon.client()
        try maker?.call("worlds.create", Self.world)
        let other = try daemon.client()
        let member = try daemon.wire()
        try member.write(request("session.hello", 1, #"{"world":"\#(Self.id)"}"#))
        _ = member.read { $0.hasSuffix("\n") }
        let writer = try daemon.wire()
        try writer.write(request("tunables.set", 1, #"{"key":"a","value":1}"#))
        #expect(try other.call("ping") == "pong")
        try member.write(
            request("tunables.set", 2, #"{"key":"b","value":2}"#) + request("tunables.subscribe", 3, "{}")
                + request("flags.subscribe", 4, "{}") + request("stew.subscribe", 5, #"{"weightOz":28}"#)
        )
        // Wait until all four requests are handled, so that the world ends only after them.
        #expect(try eventually { try other.call("server.info")["subscriptions"] == 3 })
        maker = nil
        let lines = member.read { $0.count { $0 == "\n" } == 7 }.split(separator: "\n")
        let messages = try lines.map { try JSON.parse(String($0)) }
        #expect(messages.map { $0["id"]?.integer } == [2, 3, 4, 5, nil, nil, nil])
        #expect(
            messages.compactMap { $0["params"]?["ended"]?.string } == ["unknownWorld", "unknownWorld", "unknownWorld"]
        )
    }

    @Test func `pipelined requests after the creation of a world see the world and earlier writes`() throws {
        let daemon = try DaemonProcess()
        let wire = try daemon.wire()
        try wire.write(
            request("tunables.set", 1, #"{"key":"a","value":1}"#)
                + request("worlds.create", 2, #"{"world":"\#(Self.id)"}"#)
                + request("tunables.set", 3, #"{"key":"a","value":2}"#)
                + request("tunables.get", 4, #"{"key":"a"}"#) + request("session.hello", 5, "{}")
                + request("tunables.get", 6, #"{"key":"a"}"#) + request("worlds.drop", 7, #"{"world":"\#(Self.id)"}"#)
                + request("session.hello", 8, #"{"world":"\#(Self.id)"}"#)
        )
        let lines = wire.read { $0.count { $0 == "\n" } == 8 }.split(separator: "\n")
        let responses = try lines.map { try JSON.parse(String($0)) }
        #expect(responses.map { $0["id"]?.integer } == Array(1...8))
        #expect(responses.map { $0["result"]["value"] } == [1, nil, 2, 2, nil, 1, nil, nil])
        #expect(responses.last?["error"]["data"]["kind"] == "unknownWorld")
        #expect(try daemon.client().value(of: "a") == 1)
    }

    @Test(
        OtherUsers.needsRoot,
        .enabled(if: Kernel.isProgram("/usr/bin/socat") || Demands.areStrict, "missing here: socat")
    )
    func `a read-only user can read a world, but not create, drop or merge one`() throws {
        let daemon = try DaemonProcess("--socket-group \(OtherUsers.group.id)", mode: 0o711)
        let maker = try daemon.client()
        try maker.call("worlds.create", Self.world)
        try maker.call("tunables.set", ["key": "a", "value": 2])
        let user = "setpriv --reuid \(OtherUsers.user) --regid \(OtherUsers.group.id) --clear-groups"
        let script = "exec \(user) socat -t 60 - 'UNIX-CONNECT:\(daemon.socket)'"
        let program = try Program(script: script, on: .allPipes)
        let world = #"{"world":"\#(Self.id)"}"#
        try program.write(
            request("session.hello", 1, world) + request("tunables.get", 2, #"{"key":"a"}"#)
                + request("worlds.diff", 3) + request("worlds.list", 4)
                + request("worlds.create", 5) + request("worlds.drop", 6, world) + request("worlds.merge", 7)
                + request("tunables.set", 8, #"{"key":"a","value":9}"#) + request("layers.put", 9, #"{"name":"l"}"#)
                + request("layers.list", 10) + request("tunables.undo", 11)
        )
        program.endInput()
        let responses = try program.wait().output.split(separator: "\n").map { try JSON.parse(String($0)) }
        let kinds = responses.map { $0["error"]["data"]["kind"]?.string ?? "" }
        #expect(
            kinds == ["", "", "", "", "denied", "denied", "denied", "denied", "denied", "", "denied"]
        )
        #expect(responses.dropFirst().first?["result"]["value"] == 2)
        #expect(try maker.value(of: "a") == 2)
    }
}
