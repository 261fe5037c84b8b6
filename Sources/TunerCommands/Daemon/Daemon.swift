import RPCCore
import SystemCore
import TunerAPI

/// Where the daemon is looked for, and how to reach it.
struct Daemon {
    /// How long a command waits where the user does not say.
    static let patience = Duration.seconds(10)

    /// The variable that names the world of a process and of what it starts.
    static let worldVariable = "TUNER_WORLD"

    /// The world that this process belongs to; an empty name is none.
    private static var world: String? {
        Kernel.environment(worldVariable).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether this process belongs to a world.
    static var isInWorld: Bool { world != nil }

    /// As the user knows it.
    let path: String
    private let address: UnixAddress
    private let trust: ServerTrust

    /// Finds the address from the options and the environment.
    init(_ options: Options) throws(Failure) {
        let place = SocketPath(
            option: options.socket,
            user: Kernel.userID,
            environment: Kernel.environmentPath
        )
        path = place.path
        trust = place.isNamed ? .anyone : .user(Kernel.userID)
        do {
            address = try UnixAddress(path)
        } catch {
            throw .noAddress(error, path)
        }
    }

    /// The path as a program in another folder needs it.
    var absolutePath: String {
        Path.isAbsolute(path) ? path : Kernel.currentFolder.map { "\($0)/\(path)" } ?? path
    }

    /// Connects to make calls.
    func connect(within limit: Duration) throws(Failure) -> DaemonConnection {
        do {
            let client = try Client(connectingTo: address, trusting: trust, within: limit)
            return DaemonConnection(client, path, limit, world: Daemon.world)
        } catch {
            throw Failure(error, path, limit)
        }
    }

    /// Connects to carry bytes; the descriptor does not block.
    func connectPlainly(within limit: Duration) throws(Failure) -> Descriptor {
        do {
            return try trust.connect(to: address, within: limit)
        } catch {
            throw Failure(error, path, limit)
        }
    }
}

extension Invocation {
    /// Connects to the daemon that the options name.
    func connect() throws(Failure) -> DaemonConnection {
        if let session { return try session.connect() }
        return try Daemon(options).connect(within: options.timeout ?? Daemon.patience)
    }
}
