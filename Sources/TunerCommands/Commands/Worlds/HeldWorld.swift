import ClientCore
import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A world with values that exists as long as its program needs it.
///
/// If the daemon ends, this object creates the world again, under the same ID, as soon as a daemon is reachable.
final class HeldWorld {
    /// The limit for connecting again; tunerctl passes on no signals during this time.
    private static let patience = Duration.seconds(1)
    /// The longest pause between two attempts to connect.
    private static let maxPause = Duration.milliseconds(100)

    /// The ID of the world, which other programs use to join it.
    let name: String
    let daemon: DaemonEndpoint
    private var contents: any WorldContents
    private var connection: DaemonConnection?
    /// Whether the world has ended at least once, with the daemon.
    private(set) var hasBeenLost = false
    private var reconnection = Reconnection(longest: HeldWorld.maxPause)
    /// Whether another attempt would fail too.
    private var isLost = false
    /// Whether an attempt timed out after which the daemon may have created the world.
    ///
    /// The daemon then reports a conflict until it notices that the connection of that attempt has ended.
    private var mayHaveBeenCreated = false

    /// Creates the world with its contents.
    init(_ contents: some WorldContents, _ invocation: Invocation) throws(Failure) {
        self.contents = contents
        daemon = try DaemonEndpoint(invocation.global)
        let connection = try invocation.connect()
        name = try connection.makeWorld(nil).result.world
        for change in try self.contents.fill(connection) { connection.noteKeyOfWorld(change.key, invocation.global) }
        self.connection = connection
    }

    /// The time of the next attempt; nil while connected, and after `isLost`.
    var retry: MonotonicTime? { isLost ? nil : reconnection.next }

    /// Adds the connection, if there is one, to a poller.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try connection?.watch(by: poller, token: token)
    }

    /// Checks whether the daemon has closed the connection, which ends the world.
    func check() {
        do throws(Failure) {
            guard let connection, try connection.waitForEnd(within: .zero) else { return }
        } catch {
            // A peer that does not speak JSON-RPC is not the daemon: treat the connection as lost.
        }
        connection = nil
        hasBeenLost = true
        reconnection.fail(at: Kernel.monotonicTime())
    }

    /// Makes calls on the connection of the world; returns false without a connection.
    func use(_ body: (DaemonConnection) throws(Failure) -> Void) throws(Failure) -> Bool {
        guard let connection else { return false }
        try body(connection)
        return true
    }

    /// Creates the world again if the next attempt is due and a daemon is reachable.
    func restore() {
        guard let retry, retry <= Kernel.monotonicTime() else { return }
        do throws(Failure) {
            let connection = try daemon.connect(within: HeldWorld.patience)
            _ = try connection.makeWorld(name)
            _ = try contents.fill(connection)
            self.connection = connection
            reconnection.succeed(at: Kernel.monotonicTime())
        } catch {
            if case .refused(let refusal) = error, !mayHaveBeenCreated || refusal.kind != ErrorKind.conflict.rawValue {
                // The daemon would refuse another attempt too.
                isLost = true
                Output.writeError(
                    "tunerctl: the world of the command has ended with the daemon, and cannot be created again: "
                        + "\(refusal.message.shownWhole)\n"
                )
            }
            if error.exitCode == .timedOut { mayHaveBeenCreated = true }
            reconnection.fail(at: Kernel.monotonicTime())
        }
    }
}
