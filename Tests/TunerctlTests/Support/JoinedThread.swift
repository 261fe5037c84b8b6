import TestSupport

/// A thread that is waited for when nobody holds it any more.
final class JoinedThread {
    private var thread: TestThread?

    init(_ thread: consuming TestThread) { self.thread = consume thread }

    deinit { thread.take()?.join() }
}
