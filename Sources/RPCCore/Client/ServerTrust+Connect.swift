package import SystemCore

extension ServerTrust {
    /// How long the client waits before it retries a full backlog; the kernel has no event for free space in it.
    private static let retry = Duration.milliseconds(2)

    /// Connects to a trusted server, and returns a non-blocking socket.
    ///
    /// The function throws if the directory of the socket or the user of the server is not trusted.
    package func connect(to address: UnixAddress, within limit: Duration) throws(ClientError) -> Descriptor {
        let deadline = Kernel.monotonicTime() + limit
        try check(directoryOf: address)
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
