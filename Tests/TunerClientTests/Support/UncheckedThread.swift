import SystemCore
import TestSupport

/// A thread of its own that can be kept in an array.
final class UncheckedThread {
    private var thread: TestThread?

    init(_ body: @escaping @Sendable () -> Void) { thread = TestThread(body) }

    /// Waits until the body has returned.
    func join() {
        thread.take()?.join()
    }
}
