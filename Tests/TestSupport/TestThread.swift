#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread of its own, which may block: those of Swift concurrency are few, and a test that blocks them all hangs.
package struct TestThread: ~Copyable {
    private let handle: pthread_t

    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    package init(_ body: @escaping @Sendable () -> Void) {
        #if os(Linux)
        var thread = pthread_t()
        #else
        var thread: pthread_t?
        #endif
        let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let code = unsafe pthread_create(&thread, nil, { unsafe TestThread.start($0) }, argument)
        precondition(code == 0, "a test may start a thread")
        #if os(Linux)
        handle = thread
        #else
        guard let thread else { preconditionFailure("a thread that was made has a handle") }
        handle = thread
        #endif
    }

    private static func start(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }

    /// Waits until the body has returned.
    package consuming func join() {
        _ = pthread_join(handle, nil)
    }
}
