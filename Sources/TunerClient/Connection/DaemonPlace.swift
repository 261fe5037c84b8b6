import RPCCore
import SystemCore
import TunerAPI

/// Where the daemon is, and who we are to it.
struct DaemonPlace: Sendable {
    private let path: SocketPath
    /// The world that this process belongs to.
    let world: String?
    /// What the daemon calls us.
    let name: String?

    /// From the options and the environment.
    init(_ options: TunerOptions) {
        path = SocketPath(option: options.socket, user: Kernel.userID, environment: Kernel.environmentPath)
        world = (options.world ?? Kernel.environment("TUNER_WORLD")).flatMap { $0.isEmpty ? nil : $0 }
        name = options.name ?? Kernel.programPath?.split(separator: "/").last.map(String.init)
    }

    /// A socket at which the daemon may answer; the descriptor does not block.
    func connect() throws(TunerFailure) -> Descriptor {
        let address: UnixAddress
        do {
            address = try UnixAddress(path.path)
        } catch {
            throw .reported(error.sentence(about: path.path))
        }
        do {
            let trust = path.isNamed ? ServerTrust.anyone : .user(Kernel.userID)
            return try trust.connect(to: address, within: .zero)
        } catch {
            switch error {
            case .unreachable(let error) where !error.errno.meansNobodyListens: throw .reported("\(error)")
            case .distrusted(let distrust): throw .reported("\(distrust)")
            default: throw .gone
            }
        }
    }
}
