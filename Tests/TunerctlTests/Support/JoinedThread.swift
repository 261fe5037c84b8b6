import TestSupport

/// A thread for whose end its deinit waits.
final class JoinedThread {
    private var thread: TestThread?

    init(_ thread: consuming TestThread) { self.thread = consume thread }

    deinit { thread.take()?.join() }
}
