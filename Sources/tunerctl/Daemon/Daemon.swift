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

    /// Connects to carry bytes; the descriptor does not block.
    func connectPlainly(within limit: Duration) throws(Failure) -> Descriptor {
        let deadline = Kernel.monotonicTime() + limit
        do throws(ClientError) {
            try trust.check(folderOf: address)
            let socket = try connectPlainly(by: deadline)
            let server = try attempt { () throws(SystemError) in try Kernel.peerCredentials(of: socket) }
            try trust.check(server, at: address)
            return socket
        } catch {
            throw Failure(error, path, limit)
        }
    }

    private func connectPlainly(by deadline: MonotonicTime) throws(ClientError) -> Descriptor {
        while true {
            switch try attempt({ () throws(SystemError) in try Kernel.connectWithoutWaiting(to: address) }) {
            case .connected(let socket): return socket
            case .inProgress(let socket): return socket
            case .queueFull:
                guard Kernel.monotonicTime() < deadline else { throw .timedOut }
                try attempt { () throws(SystemError) in try Kernel.sleep(for: .milliseconds(2)) }
            }
        }
    }

    private func attempt<Value: ~Copyable>(_ body: () throws(SystemError) -> Value) throws(ClientError) -> Value {
        do {
            return try body()
        } catch {
            throw .unreachable(error)
        }
    }
}
