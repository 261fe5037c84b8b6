private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread that may block.
///
/// Its owner must call `join` or `detach`.
@safe
package struct KernelThread: ~Copyable, Sendable {
    #if os(Linux)
    private typealias Handle = pthread_t
    #else
    // Not tested on macOS: this branch and the others of this file are written from Apple's published sources.
    private typealias Handle = Int
    #endif

    private let handle: Handle

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Creates and starts a thread; throws if the system cannot create another thread.
    ///
    /// All signals are blocked on the new thread, so other threads receive them.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        #if os(Linux)
        var thread = pthread_t()
        #else
        var thread: pthread_t?
        #endif
        var all = sigset_t()
        var before = sigset_t()
        _ = unsafe sigfillset(&all)
        _ = unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        let argument = unsafe Unmanaged.passRetained(Body(body))
        let code = unsafe pthread_create(&thread, nil, { unsafe KernelThread.start($0) }, argument.toOpaque())
        _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard code == 0 else {
            unsafe argument.release()
            throw SystemError("pthread_create", Errno(code))
        }
        #if os(Linux)
        handle = thread
        #else
        handle = unsafe Int(bitPattern: thread)
        #endif
    }

    private static func start(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }

    /// Lets the thread run on its own; nothing will wait for its end.
    package consuming func detach() {
        #if os(Linux)
        _ = pthread_detach(handle)
        #else
        guard let thread = unsafe pthread_t(bitPattern: handle) else { return }
        _ = unsafe pthread_detach(thread)
        #endif
    }

    package consuming func join() {
        #if os(Linux)
        _ = pthread_join(handle, nil)
        #else
        guard let thread = unsafe pthread_t(bitPattern: handle) else { return }
        _ = unsafe pthread_join(thread, nil)
        #endif
    }
}
