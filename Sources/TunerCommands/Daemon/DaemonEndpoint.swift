import ClientCore
import JSONCore
import RPCCore
import SystemCore

/// The address of the daemon, with functions that connect to it.
struct DaemonEndpoint {
    /// The timeout of a command without the option `--timeout`.
    static let patience = Duration.seconds(10)

    static var isInWorld: Bool { DaemonAddress.world != nil }

    let socket: DaemonSocket
    private let options: GlobalOptions
    private let daemonAddress: DaemonAddress
    private let address: UnixAddress

    /// Reads the address from the options or from the environment.
    init(_ options: GlobalOptions) throws(Failure) {
        self.options = options
        daemonAddress = DaemonAddress(socket: options.socket)
        socket = DaemonSocket(path: daemonAddress.path, isOption: options.socket != nil)
        do {
            address = try UnixAddress(daemonAddress.path)
        } catch {
            throw .noAddress(error, daemonAddress.path)
        }
    }

    /// The path of the socket as the user gave it.
    var path: String { socket.path }

    /// The path for a program that may have another working directory.
    var absolutePath: String {
        Path.isAbsolute(path) ? path : Kernel.currentDirectory.map { "\($0)/\(path)" } ?? path
    }

    /// Prints that the connection was lost, and that the command waits for the daemon.
    func noteLostConnection() {
        options.note(
            "tunerctl: lost the connection to the daemon at \(path.shownWhole); waiting for it; "
                + "start one with: \(socket.startCommand)\n"
        )
    }

    /// Connects to make calls.
    func connect(within limit: Duration) throws(Failure) -> DaemonConnection {
        do {
            let client = try Client(connectingTo: address, trusting: daemonAddress.trust, within: limit)
            return DaemonConnection(client, socket, limit, world: DaemonAddress.world, reveals: options.reveals)
        } catch {
            throw Failure(error, socket, limit)
        }
    }

    /// Returns a link that reconnects; the time limit is that of a new connection.
    func link(within limit: Duration) -> DaemonLink {
        var settings = settings(within: limit)
        settings.reveals = options.reveals
        // A watcher waits for the response to each call, so that the output does not grow.
        settings.outputLimit = .max
        return DaemonLink(settings)
    }

    /// Returns the settings of a link that hides the values of secret keys.
    func settings(within limit: Duration) -> DaemonLink.Settings {
        var settings = DaemonLink.Settings(daemonAddress)
        settings.world = DaemonAddress.world
        (settings.limit, settings.worldPatience) = (limit, DaemonEndpoint.patience)
        return settings
    }

    /// Connects to transfer bytes; the descriptor is non-blocking.
    func connectPlainly(within limit: Duration) throws(Failure) -> Descriptor {
        do {
            return try daemonAddress.trust.connect(to: address, within: limit)
        } catch {
            throw Failure(error, socket, limit)
        }
    }
}

extension Invocation {
    /// Connects to the daemon, or returns the connection of the shell.
    func connect() throws(Failure) -> DaemonConnection {
        if let session {
            let connection = try session.connect(within: global.timeout)
            connection.reveals = global.reveals
            return connection
        }
        return try DaemonEndpoint(global).connect(within: global.timeout ?? DaemonEndpoint.patience)
    }
}
