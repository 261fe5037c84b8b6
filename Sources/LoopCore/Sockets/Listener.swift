package import SystemCore

/// A listening socket: accepts a bounded number of connections each turn, at most until the turn has used up its time, and
/// pauses while no descriptors are left.
package final class Listener: EventSource {
    /// The limit of connections to accept in one turn.
    private static let acceptsInTurn = 16
    private static let pauseWhenExhausted = Duration.milliseconds(100)

    private let socket: Descriptor
    private let loop: EventLoop
    private let serve: (consuming Descriptor) -> Void
    private var pause: TimerHeap.ID?

    /// Accepts connections from a socket, which must be listening and non-blocking, and passes each to `serve`.
    package init(
        _ socket: consuming Descriptor,
        on loop: EventLoop,
        serve: @escaping (consuming Descriptor) -> Void
    ) throws(SystemError) {
        self.socket = socket
        self.loop = loop
        self.serve = serve
        try loop.add(self.socket, source: self, interest: .readable)
    }

    /// Stops accepting connections.
    package func close() throws(SystemError) {
        if let pause {
            loop.cancel(pause)
        }
        try loop.remove(socket)
    }

    package func ready(_ readiness: Readiness) {
        do {
            for _ in 0..<Listener.acceptsInTurn {
                switch try Kernel.accept(socket) {
                case .connection(let accepted):
                    serve(accepted)
                    if loop.isTurnOver() { return }
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
    package func resume() {
        guard let pause else { return }
        loop.cancel(pause)
        self.pause = nil
        do {
            try loop.modify(socket, interest: .readable)
        } catch {
            preconditionFailure("a listener that is in the poller can be modified: \(error)")
        }
    }

    private func rest() {
        do {
            try loop.modify(socket, interest: [])
        } catch {
            preconditionFailure("a listener that is in the poller can be modified: \(error)")
        }
        pause = loop.schedule(after: Listener.pauseWhenExhausted) { [weak self] in
            self?.resume()
        }
    }
}

@available(*, unavailable)
extension Listener: Sendable {}
