import Synchronization

/// The place of an answer that another thread stores.
final class AnswerSlot<Answer: Sendable>: Sendable {
    private let stored = Mutex<Answer?>(nil)

    var value: Answer? { stored.withLock(\.self) }

    @Sendable
    func set(_ answer: Answer) { stored.withLock { $0 = answer } }
}
