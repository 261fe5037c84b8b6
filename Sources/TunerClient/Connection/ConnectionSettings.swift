import ClientCore
import RPCCore
import SystemCore

/// The settings of a connection: the daemon's address, the program's name and its world.
struct ConnectionSettings: Sendable {
    private let address: DaemonAddress
    /// The program's world, or nil.
    let world: String?
    /// The program's name for the daemon.
    let name: String?

    /// Reads the options, and the environment for what they leave out.
    init(_ options: TunerOptions) {
        address = DaemonAddress(socket: options.socket)
        world = options.world.map { $0.isEmpty ? nil : $0 } ?? DaemonAddress.world
        name = options.name ?? Kernel.programPath?.split(separator: "/").last.map(String.init)
    }

    /// The path of the daemon's socket, for messages.
    var path: String { address.path }

    /// Returns a socket with a non-blocking connection to the daemon.
    func connect() throws(TunerFailure) -> Descriptor {
        let socket: UnixAddress
        do {
            socket = try UnixAddress(address.path)
        } catch {
            throw .reported(error.sentence(about: address.path))
        }
        do {
            return try address.trust.connect(to: socket, within: .zero)
        } catch {
            switch error {
            case .unreachable(let error) where !error.errno.meansNobodyListens: throw .reported("\(error)")
            case .distrusted(let distrust): throw .reported("\(distrust)")
            default: throw .gone
            }
        }
    }
}
