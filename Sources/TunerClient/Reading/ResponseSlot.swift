import SystemCore

/// The storage for a response that another thread writes.
final class ResponseSlot<Response: Sendable>: Sendable {
    private let stored = KernelMutex<Response?>(nil)

    var value: Response? { stored.withLock(\.self) }

    @Sendable
    func set(_ response: Response) { stored.withLock { $0 = response } }
}
