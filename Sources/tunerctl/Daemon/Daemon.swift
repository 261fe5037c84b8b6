import RPCCore
import SystemCore
import TunerAPI

/// Where the daemon is looked for, and how to reach it.
struct Daemon {
    /// How long a command waits where the user does not say.
    static let patience = Duration.seconds(10)

    /// As the user knows it.
    let path: String
    private let address: UnixAddress
    private let trust: ServerTrust

    /// Finds the address from the options and the environment.
    init(_ options: Options) throws(Failure) {
        let place = SocketPath(
            option: options.socket,
            user: Kernel.userID,
            environment: Kernel.environment
        )
        path = place.path
        trust = place.isNamed ? .anyone : .user(Kernel.userID)
        do {
            address = try UnixAddress(path)
        } catch {
            throw .noAddress(error, path)
        }
    }

    /// Connects to make calls.
    func connect(within limit: Duration) throws(Failure) -> DaemonConnection {
        do {
            return DaemonConnection(try Client(connectingTo: address, trusting: trust, within: limit), path, limit)
        } catch {
            throw Failure(error, path, limit)
        }
    }
}
