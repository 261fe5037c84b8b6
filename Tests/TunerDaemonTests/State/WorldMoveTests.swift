import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests of `worlds.move`: a running program goes from one world to another.
@Suite(.blocking) struct WorldMoveTests {
    private static let id = "w-0123456789abcdef"
    private static let world: JSON = ["world": .string(id)]

    /// A program with its own process, which connects to a daemon: it passes lines on from and to the daemon.
    private final class OtherProcess {
        private let program: Program
        private var responses = 0
        let pid: Int64

        init(_ daemon: DaemonProcess, environment: String = "") throws {
            let script = """
                import socket, sys, os
                def connect():
                    s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); return s, s.makefile("r")
                s, file = connect()
                print(os.getpid(), flush=True)
                for line in sys.stdin:
                    if line == "again\\n":
                        file.close(); s.close()
                        s, file = connect()
                        continue
                    if line != "next\\n": s.sendall(line.encode())
                    print(file.readline(), end="", flush=True)
                """
            program = try Program(
                script: "\(environment) exec python3 -c \"$@\"",
                [script, daemon.socket],
                on: .allPipes
            )
            pid = try #require(Int64(try program.line()))
        }

        /// Returns the next line that the process receives, after a request if there is one.
        func line(after request: String = "next\n") throws -> JSON {
            try program.write(request)
            return try JSON.parse(try program.line())
        }

        func call(_ method: String, _ params: String = "{}") throws -> JSON {
            responses += 1
            return try line(after: request(method, responses, params))["result"] ?? .null
        }

        /// Closes the connection, and connects again.
        func reconnect() throws { try program.write("again\n") }
    }

    private static func members(_ client: Client) throws -> JSON? {
        try client.call("worlds.list")["worlds"]?.elements.first?["members"]
    }

    private static func world(of pid: Int64, _ client: Client) throws -> JSON? {
        try client.call("server.clients")["clients"]?.elements.first { $0["pid"] == .integer(pid) }?["world"]
    }

    @Test func `a moved program reads, writes and watches the other world, also on later connections`() throws {
        let daemon = try DaemonProcess()
        let maker = try daemon.client()
        try maker.call("tunables.set", ["key": "a", "value": 1])
        try maker.call("worlds.create", Self.world)
        try maker.call("tunables.set", ["key": "a", "value": 2])
        let program = try OtherProcess(daemon)
        #expect(try program.call("tunables.subscribe")["values"]?["a"] == 1)
        #expect(try Self.world(of: program.pid, maker) == nil)

        let moved = try maker.call("worlds.move", ["pid": .integer(program.pid), "world": .string(Self.id)])
        #expect(moved == ["world": .string(Self.id), "connections": 1])
        #expect(
            try program.line()["params"]?["changes"] == [["key": "a", "value": 2, "old": 1, "origin": "world"]]
        )
        #expect(try Self.world(of: program.pid, maker) == .string(Self.id))
        #expect(try Self.members(maker) == 2)
        #expect(try program.call("tunables.get", #"{"key":"a"}"#)["value"] == 2)

        // A client library greets without a world, or with the one that its program was started in.
        try program.reconnect()
        #expect(try program.call("session.hello", #"{"client":"game"}"#)["world"] == .string(Self.id))
        #expect(try program.call("tunables.get", #"{"key":"a"}"#)["value"] == 2)
        // A later greeting is a choice of the program.
        #expect(try program.call("session.hello")["world"] == nil)
        #expect(try program.call("tunables.get", #"{"key":"a"}"#)["value"] == 1)
        try program.reconnect()
        #expect(try program.call("tunables.get", #"{"key":"a"}"#)["value"] == 2)

        #expect(try maker.call("worlds.move", ["pid": .integer(program.pid)]) == ["connections": 1])
        #expect(try program.call("tunables.get", #"{"key":"a"}"#)["value"] == 1)
        try program.reconnect()
        #expect(try program.call("session.hello", #"{"world":"\#(Self.id)"}"#)["world"] == nil)
        #expect(try program.call("tunables.get", #"{"key":"a"}"#)["value"] == 1)
        #expect(try Self.members(maker) == 1)
    }

    @Test func `a program leaves the world of its environment`() throws {
        let daemon = try DaemonProcess()
        let maker = try daemon.client()
        try maker.call("worlds.create", Self.world)
        try maker.call("tunables.set", ["key": "a", "value": 2])
        let program = try OtherProcess(daemon, environment: "export TUNER_WORLD=\(Self.id);")
        #expect(try program.call("tunables.get", #"{"key":"a"}"#)["value"] == 2)
        try maker.call("worlds.move", ["pid": .integer(program.pid)])
        #expect(try program.call("tunables.getAll")["values"] == [:])
        try program.reconnect()
        #expect(try program.call("tunables.getAll")["values"] == [:])
    }

    @Test func `when the world ends, the moved program receives the end, and its later connections are shared`() throws
    {
        let daemon = try DaemonProcess()
        var maker: Client? = try daemon.client()
        try maker?.call("worlds.create", Self.world)
        let program = try OtherProcess(daemon)
        _ = try program.call("tunables.subscribe")
        try maker?.call("worlds.move", ["pid": .integer(program.pid), "world": .string(Self.id)])
        maker = nil
        #expect(try program.line()["params"]?["ended"] == "unknownWorld")
        #expect(try program.call("tunables.get", #"{"key":"a"}"#) == .null)
        try program.reconnect()
        #expect(try program.call("session.hello")["world"] == nil)
        #expect(try program.call("tunables.getAll")["values"] == [:])
    }

    @Test func `a move that the same message created the world for waits for it`() throws {
        let daemon = try DaemonProcess("--durability sync")
        let program = try OtherProcess(daemon)
        _ = try program.call("tunables.subscribe")
        let wire = try daemon.wire()
        try wire.write(
            request("tunables.set", 1, #"{"key":"b","value":1}"#)
                + request("worlds.create", 2, #"{"world":"\#(Self.id)"}"#)
                + request("tunables.set", 3, #"{"key":"a","value":2}"#)
                + request("worlds.move", 4, #"{"pid":\#(program.pid),"world":"\#(Self.id)"}"#)
        )
        let responses = wire.read { $0.contains(#""id":4"#) && $0.hasSuffix("\n") }
        #expect(responses.contains(#""connections":1"#), "\(responses)")
        var values: [String: JSON] = [:]
        while values["a"] != 2 {
            for change in try program.line()["params"]?["changes"]?.elements ?? [] {
                values[change["key"]?.string ?? ""] = change["value"]
            }
        }
        #expect(values["b"] == 1)
        #expect(try program.call("tunables.get", #"{"key":"a"}"#)["value"] == 2)
    }

    @Test func `a connection that is fixed stays in its world, or outside of all worlds`() throws {
        let daemon = try DaemonProcess()
        let maker = try daemon.client()
        try maker.call("worlds.create", Self.world)
        let program = try OtherProcess(daemon)
        let move: JSON = ["pid": .integer(program.pid), "world": .string(Self.id)]
        for greeting in [#"{"client":"agent","fixed":true}"#, #"{"fixed":true,"world":"\#(Self.id)"}"#] {
            let world = try program.call("session.hello", greeting)["world"]
            for target in [move, ["pid": .integer(program.pid)]] {
                let refusal = try maker.refusal(of: "worlds.move", target)
                #expect(refusal?.kind == "denied" && refusal?.data["method"] == "worlds.move")
                #expect(refusal?.message.contains("agent[\(program.pid)] stays in its world") == true)
            }
            #expect(try Self.world(of: program.pid, maker) == world)
        }
        // The next greeting has no member fixed, so the connection can be moved again, and so can later ones.
        _ = try program.call("session.hello")
        #expect(try maker.call("worlds.move", move)["connections"] == 1)
        try program.reconnect()
        #expect(try program.call("session.hello", #"{"fixed":true}"#)["world"] == nil)
    }

    @Test func `a move needs a process with a connection, and a world`() throws {
        let daemon = try DaemonProcess()
        let client = try daemon.client()
        let missing = try client.refusal(of: "worlds.move", ["pid": 1])
        #expect(missing?.kind == "invalidParams" && missing?.data["parameter"] == "pid")
        #expect(missing?.message == "no process 1 is connected; server.clients returns those that are")
        for pid: JSON in [0, -1, 4_294_967_296] {
            #expect(try client.refusal(of: "worlds.move", ["pid": pid])?.kind == "invalidParams")
        }
        let pid = JSON.integer(Int64(Kernel.processID))
        let unknown = try client.refusal(of: "worlds.move", ["pid": pid, "world": .string(Self.id)])
        #expect(unknown?.kind == "unknownWorld")
    }

    @Test func `subscribers of the daemon are notified of new and ended worlds, and of their members`() throws {
        let daemon = try DaemonProcess()
        let observer = try daemon.client()
        try observer.call("server.subscribe")
        func next() throws -> JSON? { try observer.nextNotification(within: .seconds(60))?.params["worlds"] }
        let maker = try daemon.client()
        try maker.call("session.hello", ["client": "maker"])
        try maker.call("worlds.create", Self.world)
        #expect(try next() == 1)
        var member: Client? = try daemon.client()
        try member?.call("session.hello", Self.world)
        #expect(try next() == 1)
        member = nil
        #expect(try next() == 1)
        try maker.call("session.hello")
        #expect(try next() == 1)
        try maker.call("worlds.drop", Self.world)
        #expect(try next() == 0)
        try maker.call("session.hello")
        try observer.call("ping")
        #expect(try observer.nextNotification(within: .zero) == nil)
    }
}
