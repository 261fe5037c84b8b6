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

    /// Starts it, perhaps under another program, and waits until it answers.
    init(_ options: String = "", under prefix: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.file("socket")
        program = try Program("exec \(prefix) '\(ServerProcess.binary)' '\(path)' \(options) >'\(path).log' 2>&1")
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

    /// Built into the folder where the tests are.
    static let binary: String = {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/self/exe", &path, path.count)
        let folder = path.prefix(max(count, 0)).map(UInt8.init(bitPattern:)).split(separator: UInt8(ascii: "/"))
            .dropLast()
        return "/" + String(decoding: Array(folder.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
            + "/test-server"
    }()
}
