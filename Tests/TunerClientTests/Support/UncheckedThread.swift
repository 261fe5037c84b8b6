import SystemCore
import TestSupport

/// A thread that can be an element of an array.
final class UncheckedThread {
    private var thread: TestThread?

    init(_ body: @escaping @Sendable () -> Void) { thread = TestThread(body) }

    /// Waits until the body has returned.
    func join() {
        thread.take()?.join()
    }
}
