import ClientCore
import JSONCore
import RPCCore
import SystemCore

/// The address of the daemon, with functions that connect to it.
struct DaemonEndpoint {
    /// The timeout of a command without the option `--timeout`.
    static let patience = Duration.seconds(10)

    static var isInWorld: Bool { DaemonAddress.world != nil }

    /// The path of the socket as the user gave it.
    let path: String
    private let address: UnixAddress
    private let trust: ServerTrust

    /// Reads the address from the options or from the environment.
    init(_ options: GlobalOptions) throws(Failure) {
        let place = DaemonAddress(socket: options.socket)
        (path, trust) = (place.path, place.trust)
        do {
            address = try UnixAddress(path)
        } catch {
            throw .noAddress(error, path)
        }
    }

    /// The path for a program that may have another working directory.
    var absolutePath: String {
        Path.isAbsolute(path) ? path : Kernel.currentDirectory.map { "\($0)/\(path)" } ?? path
    }

    /// Prints that the daemon has gone, and that the command waits for it.
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

    /// Connects to transfer bytes; the descriptor is non-blocking.
    func connectPlainly(within limit: Duration) throws(Failure) -> Descriptor {
        do {
            return try trust.connect(to: address, within: limit)
        } catch {
            throw Failure(error, path, limit)
        }
    }
}

extension Invocation {
    /// Connects to the daemon, or returns the connection of the shell.
    func connect() throws(Failure) -> DaemonConnection {
        if let session { return try session.connect(within: global.timeout) }
        return try DaemonEndpoint(global).connect(within: global.timeout ?? DaemonEndpoint.patience)
    }
}
