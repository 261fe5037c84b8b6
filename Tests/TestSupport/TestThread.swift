import SystemCore

/// A separate thread, which may block.
///
/// Swift concurrency has few threads. A test that blocks all of them never ends.
package struct TestThread: ~Copyable {
    private let thread: KernelThread

    package init(_ body: @escaping @Sendable () -> Void) {
        do {
            thread = try KernelThread(body)
        } catch {
            preconditionFailure("a test may start a thread: \(error)")
        }
    }

    package consuming func join() {
        thread.join()
    }
}
