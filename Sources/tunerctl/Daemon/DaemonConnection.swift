import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A connection on which commands call the daemon.
final class DaemonConnection {
    private let client: Client
    private let path: String
    private let limit: Duration

    /// Takes over a client; each call may take as long as the limit says.
    init(_ client: Client, _ path: String, _ limit: Duration) {
        self.client = client
        self.path = path
        self.limit = limit
    }

    /// Calls a method and waits for its result.
    func call(_ method: String, _ params: JSON = [:]) throws(Failure) -> JSON {
        try attempt { () throws(ClientError) in try client.call(method, params, within: limit) }
    }

    /// The process at the other end, where the daemon's word and the kernel's agree.
    ///
    /// They do not where another process made the socket, or where one of us sees other process numbers.
    func process() throws(Failure) -> Int32? {
        do throws(Failure) {
            guard case .object(let info) = try call(API.Server.info.name.description),
                case .integer(let number)? = info["pid"], let pid = Int32(exactly: number),
                pid == client.server.pid
            else { return nil }
            return pid
        } catch .refused {
            return nil
        }
    }

    /// Asks whether the daemon is there; answers how long that took.
    func ping() throws(Failure) -> Duration {
        let start = Kernel.monotonicTime()
        _ = try call(API.ping.name.description)
        return Kernel.monotonicTime() - start
    }

    /// Waits until the daemon ends the connection; answers whether it has.
    ///
    /// What it still says is passed over.
    func waitForEnd(within time: Duration) throws(Failure) -> Bool {
        let deadline = Kernel.monotonicTime() + time
        do throws(Failure) {
            while try hasNews(within: deadline - Kernel.monotonicTime()) {}
            return false
        } catch .disconnected {
            return true
        }
    }

    private func hasNews(within time: Duration) throws(Failure) -> Bool {
        try attempt { () throws(ClientError) in try client.nextNotification(within: time) } != nil
    }

    private func attempt<Value>(_ body: () throws(ClientError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw Failure(error, path, limit)
        }
    }
}

extension Failure {
    /// What a client's error means for a command.
    init(_ error: ClientError, _ path: String, _ limit: Duration) {
        switch error {
        case .unreachable(let error): self = .unreachable(path, error)
        case .distrusted(let distrust): self = .distrusted(distrust)
        case .timedOut: self = .timedOut(path, limit)
        case .closed: self = .disconnected(path)
        case .garbled: self = .garbled(path)
        case .refused(let error): self = .refused(error)
        case .unwritable: preconditionFailure("what was read as JSON has only numbers that JSON can spell")
        }
    }
}
