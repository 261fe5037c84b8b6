#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A value that one thread at a time uses, protected by a mutex of the C library.
///
/// ThreadSanitizer knows this mutex. It does not see how threads wait for the `Mutex` of the standard library, and
/// reports races in the programs of a library's users.
@safe
package struct KernelMutex<Value>: ~Copyable, @unchecked Sendable {
    @safe
    private struct Storage {
        /// The first property, so that it has the address of the storage.
        var mutex = unsafe pthread_mutex_t()
        var value: Value
    }

    private let storage: UnsafeMutablePointer<Storage>

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        unsafe UnsafeMutableRawPointer(storage).assumingMemoryBound(to: pthread_mutex_t.self)
    }

    package init(_ value: consuming sending Value) {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: Storage(value: value))
        let code = unsafe pthread_mutex_init(mutex, nil)
        precondition(code == 0, "a mutex without attributes can be made")
    }

    deinit {
        _ = unsafe pthread_mutex_destroy(mutex)
        unsafe storage.deinitialize(count: 1)
        unsafe storage.deallocate()
    }

    /// Runs a closure that may use the value, while no other thread does.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        _ = unsafe pthread_mutex_lock(mutex)
        defer { _ = unsafe pthread_mutex_unlock(mutex) }
        return try unsafe body(&storage.pointee.value)
    }
}
