import LoopCore
import RPCCore
import SystemCore

/// An action that runs when a signal requests the end of the process.
final class Termination: EventSource {
    private let signals: SignalSource
    private let action: () -> Void

    init(on loop: EventLoop, _ action: @escaping () -> Void) throws {
        signals = try SignalSource([.terminate])
        self.action = action
        try loop.add(signals.descriptor, source: self, interest: .readable)
    }

    func ready(_ readiness: Readiness) {
        while let signal = try? signals.next(), signal == .terminate {
            action()
        }
    }
}
