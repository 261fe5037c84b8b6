import SystemCore

/// The place of an answer that another thread stores.
final class AnswerSlot<Response: Sendable>: Sendable {
    private let stored = KernelMutex<Response?>(nil)

    var value: Response? { stored.withLock(\.self) }

    @Sendable
    func set(_ answer: Response) { stored.withLock { $0 = answer } }
}
