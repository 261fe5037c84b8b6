import Synchronization
import SystemCore
import TunerClient

/// A daemon with its own socket and state, which ends with this process at the latest.
package final class PrivateDaemon: Sendable {
    /// One start at a time: a process that starts meanwhile must not inherit the other end of a daemon's input.
    private static let start = Mutex(())

    /// The path of the socket, on which the daemon listens soon after the start.
    package let socket: String
    private let directory: TemporaryDirectory
    private let child: ChildEnd
    /// The other end of the daemon's standard input; the daemon stops when it is closed.
    private let input: Mutex<Descriptor?>

    /// Starts the daemon; nil is the program that `program(beside:environment:)` finds.
    package init(_ named: String? = nil) throws {
        let program =
            try named
            ?? PrivateDaemon.program(
                beside: Kernel.programPath,
                environment: { Kernel.environmentPath($0) }
            )
        let directory = try TemporaryDirectory()
        let socket = directory.file("tunerd.sock")
        let options = ["--socket", socket, "--state", directory.file("state"), "--durability", "none", "--stop-on-eof"]
        let log = try Kernel.open(directory.file("log"), [.write, .create])
        let (raw, child) = try PrivateDaemon.start.withLock { _ in
            let input = try HeldInput()
            let child = try ChildEnd(of: try input.spawn(RawText(path: program), options, logging: log))
            return (input.hold().release(), child)
        }
        self.directory = directory
        self.socket = socket
        self.child = child
        input = Mutex(Descriptor(owning: raw))
    }

    /// Waits until the daemon has ended.
    package func waitForEnd() async { await child.wait() }

    /// The way in which the daemon has ended, with its log; nil while it runs.
    package var failure: DaemonEnded? {
        guard child.hasEnded else { return nil }
        let log = try? KernelFileSystem().open(directory.file("log"), .read).readWhole()
        return DaemonEnded(end: child.end, log: String(decoding: log ?? [], as: UTF8.self))
    }

    /// Stops the daemon, and waits until it has ended.
    package func stop() async {
        input.withLock { $0 = nil }
        await child.wait()
    }

    /// Runs a closure in which `Tuner.shared` is connected to a separate daemon.
    ///
    /// Throws if the daemon does not listen within `limit`, or ends before the closure does.
    package static func run(
        _ program: String? = nil,
        startingWithin limit: Duration = .seconds(60),
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let daemon = try PrivateDaemon(program)
        var options = TunerOptions(socket: daemon.socket)
        // TUNER_WORLD names a world of another daemon.
        options.world = ""
        let tuner = Tuner(options)
        // After the end of the daemon, nothing should wait for it.
        let watch = Task {
            await daemon.waitForEnd()
            await tuner.close()
        }
        let result: Result<Void, any Error>
        do {
            try await tuner.ready(timeout: limit)
            try await Tuner.withPrivateDaemon(at: daemon.socket) {
                try await Tuner.withShared(tuner) { try await body() }
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let failure = daemon.failure
        await tuner.endTest()
        await daemon.stop()
        await watch.value
        if let failure { throw failure }
        try result.get()
    }

    /// Returns the path of `tunerd`.
    package static func program(
        beside test: String?,
        environment: (String) -> String?
    ) throws(DaemonNotFound) -> String {
        if let named = environment("TUNERD"), !named.isEmpty {
            guard Kernel.isProgram(named) else { throw .notExecutable(path: named) }
            return named
        }
        let besideTest = test.map { Path.directory(of: $0) }
        let search = environment("PATH").map { $0.split(separator: ":").map(String.init) } ?? []
        let directories = (besideTest.map { [$0] } ?? []) + search
        guard let path = directories.lazy.map({ "\($0)/tunerd" }).first(where: { Kernel.isProgram($0) }) else {
            throw .notFound(directory: besideTest)
        }
        return path
    }
}
