#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A thread-local variable that holds one pointer; nil at first in each thread.
///
/// A slot is never freed: a program has few of them, and keeps each until it exits.
@safe
package struct ThreadSlot: Sendable {
    private let key: pthread_key_t

    /// Creates a slot; traps if the process has no slots left, of which there are hundreds.
    package init() {
        var key = pthread_key_t()
        let code = unsafe pthread_key_create(&key, nil)
        precondition(code == 0, "a thread has room for another pointer")
        self.key = key
    }

    /// The pointer of the current thread.
    package var pointer: UnsafeMutableRawPointer? {
        unsafe pthread_getspecific(key)
    }

    /// Sets the pointer of the current thread.
    ///
    /// The caller must keep the memory alive.
    package func set(_ pointer: UnsafeMutableRawPointer?) {
        let code = unsafe pthread_setspecific(key, pointer)
        precondition(code == 0, "a pointer can be put where there is room for it")
    }
}
