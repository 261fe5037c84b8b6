import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A world with some values, kept as long as a program needs it: one that a daemon's end has ended is made again, under
/// its name, when there is a daemon.
final class HeldWorld {
    /// How long a daemon that came back may take to answer; meanwhile nobody hears the program's signals.
    private static let patience = Duration.seconds(1)
    /// How soon a daemon that has ended is looked for again, at the latest.
    private static let longestPause = Duration.milliseconds(100)

    /// As other programs find it.
    let name: String
    /// Where its daemon is.
    let daemon: DaemonEndpoint
    private let clamps: Bool
    private var texts: TypedTexts
    private var connection: DaemonConnection?
    private var reconnection = Reconnection(longest: HeldWorld.longestPause)
    /// Whether nothing would be gained by another attempt.
    private var isLost = false
    /// Whether an attempt was given up that may have been made all the same, until the daemon sees that we are gone.
    private var mayBeThere = false

    /// Makes the world.
    init(_ texts: TypedTexts, clamps: Bool, _ invocation: Invocation) throws(Failure) {
        self.texts = texts
        self.clamps = clamps
        daemon = try DaemonEndpoint(invocation.global)
        let connection = try invocation.connect()
        name = try connection.makeWorld(nil).result.world
        try fill(connection)
        self.connection = connection
    }

    /// When the daemon is looked for again; none while it is there, and where that is of no use.
    var retry: MonotonicTime? { isLost ? nil : reconnection.next }

    /// Adds the connection, if there is one, to a poller.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try connection?.watch(by: poller, token: token)
    }

    /// Looks whether the daemon has ended the world.
    func look() {
        do throws(Failure) {
            guard let connection, try connection.waitForEnd(within: .zero) else { return }
        } catch {
            // What is no JSON-RPC is no daemon either.
        }
        connection = nil
        reconnection.fail(at: Kernel.monotonicTime())
    }

    /// Makes it again, if it is lost, it is time, and there is a daemon.
    func restore() {
        guard let retry, retry <= Kernel.monotonicTime() else { return }
        do throws(Failure) {
            let connection = try daemon.connect(within: HeldWorld.patience)
            _ = try connection.makeWorld(name)
            try fill(connection)
            self.connection = connection
            reconnection.succeed(at: Kernel.monotonicTime())
        } catch {
            if case .refused(let refusal) = error, !mayBeThere || refusal.kind != ErrorKind.conflict.rawValue {
                // It would be again.
                isLost = true
                Output.complain(
                    "tunerctl: the command's world has ended with its daemon: \(refusal.message.shownWhole)\n"
                )
            }
            if error.exitCode == .timedOut { mayBeThere = true }
            reconnection.fail(at: Kernel.monotonicTime())
        }
    }

    private func fill(_ connection: DaemonConnection) throws(Failure) {
        guard !texts.values.isEmpty else { return }
        var parameters = UpdateParameters()
        parameters.clamps = clamps
        let changes = try texts.send(on: connection) { (values) throws(Failure) in
            parameters.values = values
            return try connection.callInPieces(API.Tunables.update, parameters)
        }.result.changes
        for change in changes where change.old == nil { try forceFlag(change.key, connection) }
    }

    /// Who names a flag, where there was no tunable of that name, means the flag.
    private func forceFlag(_ key: String, _ connection: DaemonConnection) throws(Failure) {
        guard let text = texts.text(of: key), try connection.isFlag(key) else { return }
        _ = try connection.call(plainly: API.Tunables.reset, ["key": .string(key)])
        _ = try FlagForcing(key, areStrings: texts.areStrings, on: connection).force(toWord: text)
    }
}
