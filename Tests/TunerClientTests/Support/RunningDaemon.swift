import JSONCore
import RPCCore
import SystemCore
import TestSupport
import TunerClient

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The real daemon in its own directory, in which it can be started again.
final class RunningDaemon {
    let directory: TemporaryDirectory
    let socket: String
    private let program: Program

    /// Starts the daemon, and waits until it serves.
    init(in existing: TemporaryDirectory? = nil, _ options: String = "") throws {
        directory = try existing ?? TemporaryDirectory()
        socket = RunningDaemon.socket(in: directory)
        let notifySocket = directory.file("manager")
        try? Kernel.removeFile(notifySocket)
        let manager = try DatagramReader(notifySocket)
        program = try Program(
            script: """
                exec env NOTIFY_SOCKET='\(notifySocket)' '\(BuiltProduct.path("tunerd"))' --socket '\(socket)' \
                --state '\(directory.file("state"))' \(options)
                """
        )
        guard manager.next() != nil else { throw ProgramFault.hasEnded(try program.wait()) }
    }

    /// The path of the socket.
    static func socket(in directory: TemporaryDirectory) -> String { directory.file("tuner/tunerd.sock") }

    /// Kills the daemon.
    func kill() throws { try program.crash() }

    /// Suspends the daemon's process, or continues it.
    func freeze(_ isFrozen: Bool) throws { try program.send(isFrozen ? SIGSTOP : SIGCONT) }

    /// Returns another client of the daemon.
    func client() throws -> Client {
        try Client(connectingTo: try UnixAddress(socket), within: .seconds(60))
    }

    /// Calls a method, which must succeed.
    @discardableResult
    func call(_ method: String, _ params: JSON = .null) throws -> JSON {
        try client().call(method, params, within: .seconds(60))
    }

    /// Sets a value as another client.
    func set(_ key: String, _ value: JSON) throws {
        try call("tunables.set", ["key": .string(key), "value": value])
    }
}
