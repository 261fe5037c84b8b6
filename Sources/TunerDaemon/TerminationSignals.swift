import RPCCore
import SystemCore

/// Hears the signals that ask the daemon to end or to read its files again.
final class TerminationSignals: EventSource {
    private let source: SignalSource
    private let action: (Signal) -> Void

    init(on loop: EventLoop, _ action: @escaping (Signal) -> Void) throws(SystemError) {
        source = try SignalSource([.terminate, .interrupt, .hangup])
        self.action = action
        try loop.add(source.descriptor, source: self, interest: .readable)
    }

    func ready(_ readiness: Readiness) {
        do {
            while let signal = try source.next() {
                action(signal)
            }
        } catch {
            preconditionFailure("the pipe of signals can be read: \(error)")
        }
    }
}
