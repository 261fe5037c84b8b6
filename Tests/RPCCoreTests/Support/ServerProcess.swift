import RPCCore
import SystemCore
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The test server in a separate process.
final class ServerProcess {
    let path: String
    private let directory: TemporaryDirectory
    private let program: Program

    /// Creates the process, with a command such as `strace` before the server's if given, and waits until it listens.
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

    /// Returns the path of a file in the socket's directory.
    func file(_ name: String) -> String { directory.file(name) }

    /// Stops the server in an orderly way, and returns its exit code.
    func stop() throws -> Int32 {
        _ = try client().call("stop", within: .seconds(60))
        return try program.wait().code
    }

    /// Sends SIGTERM, as a system does at shutdown, and returns the exit code.
    func terminate() throws -> Int32 {
        try program.send(SIGTERM)
        return try program.wait().code
    }
}
