import LoopCore
import SystemCore

/// A descriptor for whose bytes an event loop waits; it closes with this object.
final class LoopDescriptor: EventSource {
    let descriptor: Descriptor
    private let loop: EventLoop
    private var whenReady: (() -> Void)?

    init(
        _ descriptor: consuming Descriptor,
        on loop: EventLoop,
        _ whenReady: @escaping () -> Void
    ) throws(SystemError) {
        self.descriptor = descriptor
        self.loop = loop
        self.whenReady = whenReady
        try loop.add(self.descriptor, source: self, interest: .readable)
    }

    func ready(_ readiness: Readiness) { whenReady?() }

    /// Ends the wait.
    func close() {
        guard whenReady != nil else { return }
        whenReady = nil
        try? loop.remove(descriptor)
    }
}

@available(*, unavailable)
extension LoopDescriptor: Sendable {}
