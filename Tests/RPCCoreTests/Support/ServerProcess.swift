import RPCCore
import SystemCore
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The test server as a process of its own.
final class ServerProcess {
    let path: String
    private let directory: TemporaryDirectory
    private let program: Program

    /// Starts it, perhaps under another program, and waits until it listens.
    init(_ options: String = "", under prefix: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.file("socket")
        let words = "exec \(prefix) '\(BuiltProduct.path("test-server"))' '\(path)' \(options)"
        program = try Program(script: words)
        guard try program.line() == "listening" else { throw ProgramFault.hasEnded(try program.wait()) }
    }

    func client() throws -> Client {
        try Client(connectingTo: try UnixAddress(path), within: .seconds(60))
    }

    /// A file beside the socket.
    func file(_ name: String) -> String { directory.file(name) }

    /// Lets it end in order, with all its files written.
    func stop() throws -> Int32 {
        _ = try client().call("stop", within: .seconds(60))
        return try program.wait().code
    }

    /// Asks it to end, as a system does that shuts down.
    func terminate() throws -> Int32 {
        try program.send(SIGTERM)
        return try program.wait().code
    }
}
