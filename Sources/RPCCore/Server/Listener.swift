import SystemCore

/// Accepts connections, some each turn, and waits when the process has no descriptors left.
final class Listener: EventSource {
    private static let pauseWhenExhausted = Duration.milliseconds(100)

    private let socket: Descriptor
    private let server: Server
    private var pause: TimerHeap.ID?

    init(_ socket: consuming Descriptor, server: Server) throws(SystemError) {
        self.socket = socket
        self.server = server
        try server.loop.add(self.socket, source: self, interest: .readable)
    }

    func close() throws(SystemError) {
        if let pause {
            server.loop.cancel(pause)
        }
        try server.loop.remove(socket)
    }

    func ready(_ readiness: Readiness) {
        do {
            for _ in 0..<TurnLimits.accepts {
                switch try Kernel.accept(socket) {
                case .connection(let accepted):
                    try serve(accepted)
                case .wouldBlock:
                    return
                case .transient:
                    continue
                case .exhausted:
                    try rest()
                    return
                }
            }
        } catch {
            preconditionFailure("accepting cannot fail so: \(error)")
        }
    }

    /// Accepts again after a rest; called when a connection has closed, or some time has passed.
    func resume() {
        guard let pause else { return }
        server.loop.cancel(pause)
        self.pause = nil
        do {
            try server.loop.modify(socket, interest: .readable)
        } catch {
            preconditionFailure("a listener that is in the poller can be modified: \(error)")
        }
    }

    private func rest() throws(SystemError) {
        try server.loop.modify(socket, interest: [])
        pause = server.loop.schedule(after: Listener.pauseWhenExhausted) { [weak self] in
            self?.resume()
        }
    }

    /// A connection whose peer is gone already, or for which the poller has no room, ends here.
    private func serve(_ accepted: consuming Descriptor) throws(SystemError) {
        let credentials: PeerCredentials
        do {
            credentials = try Kernel.peerCredentials(of: accepted)
            try server.serve(SocketStream(accepted), credentials: credentials)
        } catch {
            return
        }
    }
}
