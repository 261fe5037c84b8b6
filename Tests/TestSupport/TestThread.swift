import SystemCore

/// A thread of its own, which may block: those of Swift concurrency are few, and a test that blocks them all hangs.
package struct TestThread: ~Copyable {
    private let thread: KernelThread

    package init(_ body: @escaping @Sendable () -> Void) {
        do {
            thread = try KernelThread(body)
        } catch {
            preconditionFailure("a test may start a thread: \(error)")
        }
    }

    /// Waits until the body has returned.
    package consuming func join() {
        thread.join()
    }
}
