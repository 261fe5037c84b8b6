import ClientCore
import RPCCore
import SystemCore

/// What a program connects with: the daemon's address, and the name and the world of the program.
struct ConnectionSettings: Sendable {
    private let address: DaemonAddress
    /// The world that this process belongs to.
    let world: String?
    /// What the daemon calls us.
    let name: String?

    /// From the options and the environment.
    init(_ options: TunerOptions) {
        address = DaemonAddress(socket: options.socket)
        world = options.world.map { $0.isEmpty ? nil : $0 } ?? DaemonAddress.world
        name = options.name ?? Kernel.programPath?.split(separator: "/").last.map(String.init)
    }

    /// A socket at which the daemon may answer; the descriptor does not block.
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
