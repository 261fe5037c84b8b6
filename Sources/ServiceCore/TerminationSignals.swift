package import LoopCore
package import SystemCore

/// Receives the signals that stop the program or make it read its files again.
package final class TerminationSignals: EventSource {
    private static let signals: [Signal] = [.terminate, .interrupt, .hangup]

    private let source: SignalSource
    private let action: (Signal) -> Void

    /// Calls `action` on the loop for each signal; a second signal that stops the program ends the process.
    package init(on loop: EventLoop, _ action: @escaping (Signal) -> Void) throws(SystemError) {
        source = try SignalSource(TerminationSignals.signals, endingWhenRepeated: [.terminate, .interrupt])
        self.action = action
        try loop.add(source.descriptor, source: self, interest: .readable)
    }

    /// Blocks the signals until the program can handle them.
    ///
    /// Without this, a signal during the start would end the process and leave its socket behind.
    package static func hold() {
        Kernel.holdSignals(signals)
    }

    package func ready(_ readiness: Readiness) {
        do {
            while let signal = try source.next() {
                action(signal)
            }
        } catch {
            preconditionFailure("the pipe of signals can be read: \(error)")
        }
    }
}
