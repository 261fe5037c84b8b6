import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the access of other users, over real connections.
@Suite(
    .blocking,
    OtherUsers.needsRoot,
    .enabled(if: Kernel.isProgram("/usr/bin/socat") || Demands.areStrict, "missing here: socat")
)
struct AccessTests {
    /// Returns the responses to another user who is in one group: the results, or the errors' kinds.
    private static func responses(
        at socket: String,
        group: UInt32 = OtherUsers.group.id,
        to requests: String...
    ) throws -> [String] {
        let user = "setpriv --reuid \(OtherUsers.user) --regid \(group) --clear-groups"
        let program = try Program(script: "exec \(user) socat -t 60 - 'UNIX-CONNECT:\(socket)'", on: .allPipes)
        try program.write(requests.joined())
        program.endInput()
        let result = try program.wait()
        guard result.code == 0 else { return [String(result.errors.split(separator: ": ").last ?? "")] }
        return result.output.split(separator: "\n").map { line in
            line.firstMatch(of: /"(?:kind|result)":"?(\w+)/).map { String($0.output.1) } ?? String(line)
        }
    }

    /// Opens a connection of another user and returns its first response: the result, or the error's kind.
    private static func connection(at socket: String) throws -> (program: Program, response: String) {
        let user = "setpriv --reuid \(OtherUsers.user) --regid \(OtherUsers.group.id) --clear-groups"
        let program = try Program(script: "exec \(user) socat -t 60 - 'UNIX-CONNECT:\(socket)'", on: .allPipes)
        try program.write(request("ping", 1))
        let line = try program.line()
        return (program, line.firstMatch(of: /"(?:kind|result)":"?(\w+)/).map { String($0.output.1) } ?? line)
    }

    @Test(arguments: [
        (options: "--max-connections 8", prefix: "", served: 4),
        ("--max-connections 9 --max-connections-per-user 3", "", 3),
        ("", "prlimit --nofile=136:136", 4),
    ])
    func `a reader at the connection limit does not block the owner`(
        options: String,
        prefix: String,
        served: Int
    ) throws {
        let group = "--socket-group \(OtherUsers.group.id)"
        let daemon = try DaemonProcess("\(group) \(options)", under: prefix, mode: 0o711)
        let connections = try (0..<12).map { _ in try Self.connection(at: daemon.socket) }
        let responses = connections.map(\.response)
        #expect(responses == Array(repeating: "pong", count: served) + Array(repeating: "tooLarge", count: 12 - served))
        let owner = try daemon.client()
        #expect(try owner.call("ping", within: .seconds(60)) == "pong")
        #expect(try owner.call("server.info")["limits"]?["connections"]?.integer ?? 0 <= 9)
        // The connections that were accepted earlier still work.
        try connections[0].program.write(request("ping", 2))
        #expect(try connections[0].program.line().contains("pong"))
    }

    /// Returns the complete responses to another user of the group.
    private static func lines(at socket: String, to requests: String...) throws -> [String] {
        let user = "setpriv --reuid \(OtherUsers.user) --regid \(OtherUsers.group.id) --clear-groups"
        let program = try Program(script: "exec \(user) socat -t 60 - 'UNIX-CONNECT:\(socket)'", on: .allPipes)
        try program.write(requests.joined())
        program.endInput()
        return try program.wait().output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [("", "tooLarge"), ("--group-writes", "pong"), ("--max-reader-message 1000000", "pong")])
    func `a user with read access has a lower message limit`(option: String, response: String) throws {
        let daemon = try DaemonProcess("--socket-group \(OtherUsers.group.id) \(option)", mode: 0o711)
        let message = "{" + String(repeating: " ", count: 600_000) + request("ping", 1).dropFirst()
        #expect(try Self.lines(at: daemon.socket, to: message).first?.contains(response) == true)
        let payload = JSON.string(String(repeating: "a", count: 600_000))
        #expect(try daemon.client().call("ping", ["payload": payload]) == payload)
    }

    @Test func `a world is visible only to its members, the daemon's user and root`() throws {
        let daemon = try DaemonProcess("--socket-group \(OtherUsers.group.id)", mode: 0o711)
        let owner = try daemon.client()
        let world = "w-0123456789abcdef"
        try owner.call("worlds.create", ["world": .string(world)])
        try owner.call("tunables.set", ["key": "secret", "value": 42])
        #expect(try daemon.client().call("worlds.list")["worlds"]?.elements.count == 1)
        let seen = try Self.lines(
            at: daemon.socket,
            to: request("worlds.list", 1),
            request("worlds.diff", 2, #"{"world":"\#(world)"}"#),
            request("worlds.diff", 2, #"{"world":"w-fedcba9876543210"}"#)
        )
        #expect(seen.first == response(1, #"{"worlds":[]}"#))
        // The response does not reveal whether the world exists.
        #expect(seen.count == 3)
        #expect(seen.last?.contains(#""kind":"unknownWorld""#) == true)
        #expect(seen.dropFirst().first?.replacing(world, with: "w-fedcba9876543210") == seen.last)
        let member = try Self.lines(
            at: daemon.socket,
            to: request("session.hello", 0, #"{"world":"\#(world)"}"#),
            request("worlds.list", 1),
            request("worlds.diff", 2)
        )
        #expect(member.count == 3)
        #expect(member.dropFirst().first?.contains(#""world":"\#(world)""#) == true)
        #expect(member.last?.contains(#""key":"secret","value":42"#) == true)
    }

    @Test func `a user cannot move the processes of another user, nor see their worlds`() throws {
        let daemon = try DaemonProcess("--socket-group \(OtherUsers.group.id) --group-writes", mode: 0o711)
        let owner = try daemon.client()
        let world = "w-0123456789abcdef"
        try owner.call("worlds.create", ["world": .string(world)])
        let move = #"{"pid":\#(Kernel.processID),"world":"\#(world)"}"#
        let lines = try Self.lines(
            at: daemon.socket,
            to: request("worlds.move", 1, move),
            request("server.clients", 2)
        )
        #expect(lines.count == 2)
        #expect(lines.first?.contains(#""kind":"denied","method":"worlds.move""#) == true, "\(lines)")
        #expect(lines.last?.contains(#""pid":\#(Kernel.processID)"#) == true)
        #expect(lines.last?.contains(world) == false)
    }

    private static let stop = request("server.stop", 1)
    private static let stopNow = request("server.stop", 1, #"{"now":true}"#)

    @Test func `a group may read and may not write`() throws {
        let daemon = try DaemonProcess("--socket-group \(OtherUsers.group.id)", mode: 0o711)
        let ping = request("ping", 1)
        let wrong = request("ping", 1, #"{"paylaod":1}"#)
        let responses = try Self.responses(at: daemon.socket, to: ping, wrong, Self.stop, Self.stopNow, ping)
        #expect(responses == ["pong", "invalidParams", "denied", "denied", "pong"])
    }

    @Test func `a group may write with the group-writes option`() throws {
        let daemon = try DaemonProcess("--socket-group \(OtherUsers.group.id) --group-writes", mode: 0o711)
        #expect(try Self.responses(at: daemon.socket, to: Self.stopNow, Self.stop) == ["invalidParams", "true"])
        #expect(try daemon.program.wait().code == 0)
    }

    @Test(arguments: ["", "--socket-group \(OtherUsers.group.id) --group-writes"])
    func `a user outside the group cannot connect`(options: String) throws {
        let daemon = try DaemonProcess(options, mode: 0o711)
        let responses = try Self.responses(at: daemon.socket, group: OtherUsers.group.id + 1, to: Self.stop)
        #expect(responses == ["Permission denied\n"])
    }

    @Test func `a user is denied everything on an inherited socket without a group option`() throws {
        let directory = try TemporaryDirectory()
        try Kernel.setMode(directory.path, 0o711)
        let path = directory.file("socket")
        let listener = try Kernel.listen(at: try UnixAddress(path), mode: 0o666)
        let daemon = try DaemonProcess(under: "LISTEN_FDS=1 LISTEN_PID=$$", passing: [listener.raw])
        let ping = request("ping", 1)
        let wrong = request("ping", 1, #"{"paylaod":1}"#)
        #expect(try Self.responses(at: path, to: ping, wrong, Self.stopNow) == ["denied", "denied", "denied"])
        try daemon.program.send(SIGTERM)
        #expect(try daemon.program.wait().code == 0)
    }

    @Test func `a denial names the option that gives access`() throws {
        let denials = [Access.reads, .writes].map { RPCError.denied("a.b", $0).message }
        #expect(
            denials == [
                "a.b is denied: this user may not use the daemon; ask the owner of the daemon to start tunerd with --socket-group",
                "a.b is denied: this user may only read; ask the owner of the daemon to start tunerd with --group-writes",
            ]
        )
    }
}
