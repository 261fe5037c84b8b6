package import SystemCore

extension ServerTrust {
    /// How soon a server that was too busy to accept is asked again; nobody tells when it is not.
    private static let retry = Duration.milliseconds(2)

    /// Connects to a server that is trusted; the descriptor does not block.
    package func connect(to address: UnixAddress, within limit: Duration) throws(ClientError) -> Descriptor {
        let deadline = Kernel.monotonicTime() + limit
        try check(folderOf: address)
        let socket = try connect(to: address, by: deadline)
        try check(try attempt { () throws(SystemError) in try Kernel.peerCredentials(of: socket) }, at: address)
        return socket
    }

    private func connect(to address: UnixAddress, by deadline: MonotonicTime) throws(ClientError) -> Descriptor {
        while true {
            switch try attempt({ () throws(SystemError) in try Kernel.connectWithoutWaiting(to: address) }) {
            case .connected(let socket): return socket
            case .inProgress(let socket): return socket
            case .queueFull:
                guard Kernel.monotonicTime() < deadline else { throw .timedOut }
                try attempt { () throws(SystemError) in try Kernel.sleep(for: ServerTrust.retry) }
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
