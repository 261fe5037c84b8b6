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

/// The real daemon in a directory of its own, in which it can end and begin again.
final class RunningDaemon {
    let directory: TemporaryDirectory
    let socket: String
    private let program: Program

    /// Starts it, and waits until it serves.
    init(in existing: TemporaryDirectory? = nil, _ options: String = "") throws {
        directory = try existing ?? TemporaryDirectory()
        socket = RunningDaemon.socket(in: directory)
        let ear = directory.file("manager")
        try? Kernel.removeFile(ear)
        let manager = try DatagramReader(ear)
        program = try Program(
            script: """
                exec env NOTIFY_SOCKET='\(ear)' '\(BuiltProduct.path("tunerd"))' --socket '\(socket)' \
                --state '\(directory.file("state"))' \(options)
                """
        )
        guard manager.next() != nil else { throw ProgramFault.hasEnded(try program.wait()) }
    }

    /// Where it would be.
    static func socket(in directory: TemporaryDirectory) -> String { directory.file("tuner/tunerd.sock") }

    /// Ends it as a crash would.
    func kill() throws { try program.crash() }

    /// Stops it where it stands, or lets it go on.
    func freeze(_ isFrozen: Bool) throws { try program.send(isFrozen ? SIGSTOP : SIGCONT) }

    /// Somebody else who talks to it.
    func client() throws -> Client {
        try Client(connectingTo: try UnixAddress(socket), within: .seconds(60))
    }

    /// Has it do something that works.
    @discardableResult
    func ask(_ method: String, _ params: JSON = .null) throws -> JSON {
        try client().call(method, params, within: .seconds(60))
    }

    /// Has somebody else set a value.
    func set(_ key: String, _ value: JSON) throws {
        try ask("tunables.set", ["key": .string(key), "value": value])
    }
}
