import ClientCore
import JSONCore
import RPCCore
import SystemCore

/// Where the daemon is looked for, and how to reach it.
struct DaemonEndpoint {
    /// How long a command waits where the user does not say.
    static let patience = Duration.seconds(10)

    /// Whether this process belongs to a world.
    static var isInWorld: Bool { DaemonAddress.world != nil }

    /// As the user knows it.
    let path: String
    private let address: UnixAddress
    private let trust: ServerTrust

    /// Finds the address from the options and the environment.
    init(_ options: GlobalOptions) throws(Failure) {
        let place = DaemonAddress(socket: options.socket)
        (path, trust) = (place.path, place.trust)
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

    /// Says that the daemon has gone, and that the command waits for it.
    func complainOfLoss() {
        Output.complain("tunerctl: the daemon at \(path.shownWhole) has gone; waiting until it is back\n")
    }

    /// Connects to make calls.
    func connect(within limit: Duration) throws(Failure) -> DaemonConnection {
        do {
            let client = try Client(connectingTo: address, trusting: trust, within: limit)
            return DaemonConnection(client, path, limit, world: DaemonAddress.world)
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
        if let session { return try session.connect(within: global.timeout) }
        return try DaemonEndpoint(global).connect(within: global.timeout ?? DaemonEndpoint.patience)
    }
}
