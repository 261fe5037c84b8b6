import JSONCore
import RPCCore
import SystemCore
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A process of the real daemon, in a temporary directory.
final class DaemonProcess {
    let directory: TemporaryDirectory
    let socket: String
    let program: Program
    /// The receiver of the daemon's notifications to its service manager.
    let manager: DatagramReader
    /// By how many seconds the clocks of a `test-daemon` are ahead.
    private var secondsAhead: Int64 = 0

    /// Starts the daemon and waits until it is ready.
    ///
    /// `prefix` is a program that runs the daemon, with variables before it. `existing` is the directory of
    /// an earlier daemon, whose state this one continues. `product` is `tunerd`, or `test-daemon` with its options.
    init(
        _ options: String = "",
        under prefix: String = "",
        socket name: String? = nil,
        mode: UInt32 = 0o700,
        on streams: Program.Streams = .pipes,
        passing descriptors: [Int32] = [],
        in existing: TemporaryDirectory? = nil,
        state: String? = nil,
        product: String = "tunerd"
    ) throws {
        directory = try existing ?? TemporaryDirectory()
        try Kernel.setMode(directory.path, mode)
        socket = directory.file(name ?? "tuner/tunerd.sock")
        let notifySocket = directory.file("manager")
        try? Kernel.removeFile(notifySocket)
        manager = try DatagramReader(notifySocket)
        let more = product == "test-daemon" ? "--ahead '\(directory.file("ahead"))' \(options)" : options
        program = try Program(
            script: """
                exec env NOTIFY_SOCKET='\(notifySocket)' \(prefix) '\(BuiltProduct.path(product))' \
                --socket '\(socket)' --state '\(state ?? directory.file("state"))' \(more)
                """,
            on: streams,
            passing: descriptors
        )
        guard manager.next() != nil else { throw ProgramFault.hasEnded(try program.wait()) }
    }

    func client() throws -> Client {
        try Client(connectingTo: try UnixAddress(socket), within: .seconds(60))
    }

    /// Sets the clocks of a `test-daemon` forward, and makes its event loop read them.
    func setClocksForward(bySeconds seconds: Int64) throws {
        secondsAhead += seconds
        try KernelFileSystem().open(directory.file("ahead"), [.write, .create], mode: 0o600).truncate(to: secondsAhead)
        try client().call("ping")
    }

    /// Kills the daemon, as a crash would.
    func kill() throws { try program.crash() }

    /// Stops the daemon in an orderly way.
    func stop() throws {
        _ = try? client().call("server.stop", within: .seconds(60))
        let result = try program.wait()
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }

    /// Returns a new connection for raw messages.
    func wire() throws -> TestPeer { try TestPeer.connect(to: try UnixAddress(socket)) }
}
