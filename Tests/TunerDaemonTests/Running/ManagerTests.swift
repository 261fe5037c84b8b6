import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the real daemon under a service manager.
@Suite(.blocking) struct ManagerTests {
    private static func pong(at path: String) throws -> String {
        let wire = try TestPeer.connect(to: try UnixAddress(path))
        try wire.write(request("ping", 1))
        return wire.read { $0.hasSuffix("\n") }
    }

    @Test func `the daemon serves, logs and does not change inherited sockets`() throws {
        let directory = try TemporaryDirectory()
        let paths = ["one", "two"].map(directory.file)
        let one = try Kernel.listen(at: try UnixAddress(paths[0]), mode: 0o660)
        let two = try Kernel.listen(at: try UnixAddress(paths[1]), mode: 0o600)
        let before = try paths.map { try Kernel.status(of: $0) }
        let daemon = try DaemonProcess(under: "LISTEN_FDS=2 LISTEN_PID=$$", passing: [one.raw, two.raw])
        for path in paths { #expect(try Self.pong(at: path) == response(1, "\"pong\"") + "\n") }
        // The daemon has not created its own socket.
        #expect((try? Kernel.status(of: daemon.socket)) == nil)
        try daemon.program.send(SIGTERM)
        #expect(daemon.manager.next() == "STOPPING=1\nSTATUS=ending")
        let result = try daemon.program.wait()
        #expect(result.code == 0)
        #expect(result.errors.untimedLines.first == "info listening on \(paths[0])")
        #expect(try paths.map { try Kernel.status(of: $0) } == before)
        // The manager's socket still listens and serves the next daemon.
        let next = try DaemonProcess(under: "LISTEN_FDS=1 LISTEN_PID=$$", passing: [two.raw])
        #expect(try Self.pong(at: paths[1]) == response(1, "\"pong\"") + "\n")
        withExtendedLifetime((next)) {}
    }

    @Test func `the service manager receives the readiness with the socket's path`() throws {
        let directory = try TemporaryDirectory()
        let manager = try DatagramReader(directory.file("manager"))
        let socket = directory.file("run/socket")
        let program = try Program(
            BuiltProduct.path("tunerd"),
            ["--socket", socket, "--state", directory.file("state"), "--log-level", "error"],
            environment: ["NOTIFY_SOCKET": directory.file("manager")]
        )
        #expect(manager.next() == "READY=1\nSTATUS=listening on \(socket)")
        #expect(try Self.pong(at: socket) == response(1, "\"pong\"") + "\n")
        try program.send(SIGINT)
        #expect(manager.next() == "STOPPING=1\nSTATUS=ending")
        #expect(try program.wait() == Program.Result(code: 0))
    }

    @Test func `the daemon logs a warning and serves when the service manager is unreachable`() throws {
        let directory = try TemporaryDirectory()
        let program = try Program(
            BuiltProduct.path("tunerd"),
            ["--socket", directory.file("run/socket"), "--state", directory.file("state"), "--log-level", "warning"],
            environment: ["NOTIFY_SOCKET": directory.file("nobody")]
        )
        let complaint = "warning notifying the service manager failed: "
        #expect(try program.errors { $0.hasSuffix("\n") }.untimedLines.first?.hasPrefix(complaint) == true)
        #expect(try Self.pong(at: directory.file("run/socket")) == response(1, "\"pong\"") + "\n")
    }
}
