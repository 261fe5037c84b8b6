import SystemCore

/// A listening socket: accepts a bounded number of connections each turn, and pauses while no descriptors are left.
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
                    serve(accepted)
                case .wouldBlock:
                    return
                case .transient:
                    continue
                case .exhausted:
                    rest()
                    return
                }
            }
        } catch {
            // Errors that only a bug can cause trap inside `accept`. Any other error may be temporary.
            rest()
        }
    }

    /// Ends a pause early; called when a connection has closed, which frees a descriptor, and when the pause is over.
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

    private func rest() {
        do {
            try server.loop.modify(socket, interest: [])
        } catch {
            preconditionFailure("a listener that is in the poller can be modified: \(error)")
        }
        pause = server.loop.schedule(after: Listener.pauseWhenExhausted) { [weak self] in
            self?.resume()
        }
    }

    private func serve(_ accepted: consuming Descriptor) {
        do {
            let credentials = try Kernel.peerCredentials(of: accepted)
            try server.serve(SocketStream(accepted), credentials: credentials)
        } catch {
            // The peer is gone already, or the poller cannot add the socket. The socket is closed.
        }
    }
}
