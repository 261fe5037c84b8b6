import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A world with some values, kept as long as a program needs it: one that a daemon's end has ended is made again, under
/// its name, when there is a daemon.
final class HeldWorld {
    /// How long a daemon that came back may take to answer; meanwhile nobody hears the program's signals.
    private static let patience = Duration.seconds(1)

    /// As other programs find it.
    let name: String
    /// Where its daemon is.
    let daemon: Daemon
    private let options: Options
    private var texts: TypedTexts
    private var connection: DaemonConnection?
    /// Whether nothing would be gained by another attempt.
    private var isLost = false
    /// Whether an attempt was given up that may have been made all the same, until the daemon sees that we are gone.
    private var mayBeThere = false

    /// Makes the world.
    init(_ texts: TypedTexts, _ invocation: Invocation) throws(Failure) {
        self.texts = texts
        options = invocation.options
        daemon = try Daemon(options)
        let connection = try invocation.connect()
        name = try connection.makeWorld(nil).result.world
        try fill(connection)
        self.connection = connection
    }

    /// Whether it waits for a daemon.
    var waitsForDaemon: Bool { connection == nil && !isLost }

    /// Lets the poller tell when there is news of the daemon.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try connection?.watch(by: poller, token: token)
    }

    /// Looks whether the daemon has ended the world; stops watching where it has.
    func look(_ poller: borrowing Poller) throws(SystemError) {
        guard let connection else { return }
        do throws(Failure) {
            guard try connection.waitForEnd(within: .zero) else { return }
        } catch {
            // What is no JSON-RPC is no daemon either.
        }
        try connection.ignore(by: poller)
        self.connection = nil
    }

    /// Makes it again, if there is a daemon; answers whether there is one.
    func restore() -> Bool {
        do throws(Failure) {
            let connection = try daemon.connect(within: HeldWorld.patience)
            _ = try connection.makeWorld(name)
            try fill(connection)
            self.connection = connection
            return true
        } catch .refused(let error) where !(mayBeThere && error.kind == ErrorKind.conflict.rawValue) {
            // It would be again.
            isLost = true
            Output.complain("tunerctl: the command's world has ended with its daemon: \(error.message.shownWhole)\n")
            return false
        } catch {
            if error.exitCode == .timedOut { mayBeThere = true }
            return false
        }
    }

    private func fill(_ connection: DaemonConnection) throws(Failure) {
        guard !texts.values.isEmpty else { return }
        var parameters = UpdateParameters()
        parameters.clamps = options.clamps
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
        _ = try FlagForcing(key, options, on: connection).force(toWord: text)
    }
}
