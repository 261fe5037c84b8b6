import JSONCore
import RPCCore
import SystemCore
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The real daemon, in a folder of its own.
final class DaemonProcess {
    let directory: TemporaryDirectory
    let socket: String
    let program: Program
    /// Whom it tells that it serves and that it ends.
    let manager: DatagramReader

    /// Starts it, perhaps with variables or under another program, and waits until it says that it serves; where one has
    /// ended before, its folder can be gone on in.
    init(
        _ options: String = "",
        under prefix: String = "",
        socket name: String? = nil,
        mode: UInt32 = 0o700,
        passing descriptors: [Int32] = [],
        in folder: TemporaryDirectory? = nil,
        state: String? = nil
    ) throws {
        directory = try folder ?? TemporaryDirectory()
        try Kernel.setMode(directory.path, mode)
        socket = directory.file(name ?? "tuner/tunerd.sock")
        let ear = directory.file("manager")
        try? Kernel.removeFile(ear)
        manager = try DatagramReader(ear)
        program = try Program(
            script: """
                exec env NOTIFY_SOCKET='\(ear)' \(prefix) '\(BuiltProduct.path("tunerd"))' \
                --socket '\(socket)' --state '\(state ?? directory.file("state"))' \(options)
                """,
            passing: descriptors
        )
        guard manager.next() != nil else { throw ProgramFault.hasEnded(try program.wait()) }
    }

    func client() throws -> Client {
        try Client(connectingTo: try UnixAddress(socket), within: .seconds(60))
    }

    /// Ends it as a crash would.
    func kill() throws { try program.crash() }

    /// Ends it in order.
    func stop() throws {
        _ = try? client().call("server.stop", within: .seconds(60))
        let result = try program.wait()
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }

    /// An end of a new connection.
    func wire() throws -> Wire { try Wire.connect(to: try UnixAddress(socket)) }
}
