import RPCCore
import SystemCore
import TestSupport

/// The test server as a process of its own.
final class ServerProcess {
    let path: String
    private let directory: TemporaryDirectory
    private let program: Program

    /// Starts it, perhaps under another program, and waits until it answers.
    init(_ options: String = "", under prefix: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.file("socket")
        program = try Program(
            "exec \(prefix) '\(BuiltProduct.path("test-server"))' '\(path)' \(options) >'\(path).log' 2>&1"
        )
        let deadline = Kernel.monotonicTime() + .seconds(20)
        while true {
            do {
                _ = try client().call("ping", within: .seconds(10))
                return
            } catch {
                guard Kernel.monotonicTime() < deadline else { throw error }
                try Program.sleep(.milliseconds(5))
            }
        }
    }

    func client() throws -> Client {
        try Client(connectingTo: try UnixAddress(path), within: .seconds(10))
    }

    /// A file beside the socket.
    func file(_ name: String) -> String { directory.file(name) }

    /// Lets it end in order, with all its files written.
    func stop() throws -> Int32? {
        _ = try client().call("stop", within: .seconds(10))
        return try program.wait(within: .seconds(10))
    }

    /// Asks it to end, as a system does that shuts down.
    func terminate() throws -> Int32? {
        program.terminate()
        return try program.wait(within: .seconds(10))
    }
}
