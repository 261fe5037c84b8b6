import JSONCore
import RPCCore
import SystemCore
import TestSupport

/// The real daemon, in a folder of its own.
final class DaemonProcess {
    let directory: TemporaryDirectory
    let socket: String
    let program: Program

    /// Starts it and waits until it answers.
    init(_ options: String = "") throws {
        directory = try TemporaryDirectory()
        socket = directory.file("tuner/tunerd.sock")
        program = try Program(
            """
            exec '\(BuiltProduct.path("tunerd"))' --socket '\(socket)' --state '\(directory.file("state"))' \(options) \
            >'\(directory.file("output"))' 2>'\(directory.file("log"))'
            """
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
        try Client(connectingTo: try UnixAddress(socket), within: .seconds(10))
    }

    /// What it has logged so far.
    func log() throws -> String {
        let bytes = try KernelFileSystem().open(directory.file("log"), .read).readWhole()
        return String(decoding: bytes, as: UTF8.self)
    }
}
