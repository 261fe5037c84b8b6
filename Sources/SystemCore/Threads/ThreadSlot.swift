#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A place for one pointer that each thread has for itself; at first it holds none.
///
/// It is never given back: a program has few of them, each as long as it runs.
@safe
package struct ThreadSlot: Sendable {
    private let key: pthread_key_t

    /// Traps where a program has used up all its places, of which there are hundreds.
    package init() {
        var key = pthread_key_t()
        let code = unsafe pthread_key_create(&key, nil)
        precondition(code == 0, "a thread has room for another pointer")
        self.key = key
    }

    /// What the present thread has there.
    package var pointer: UnsafeMutableRawPointer? {
        unsafe pthread_getspecific(key)
    }

    /// Puts something there for the present thread, whose owner sees to it that it lives.
    package func set(_ pointer: UnsafeMutableRawPointer?) {
        let code = unsafe pthread_setspecific(key, pointer)
        precondition(code == 0, "a pointer can be put where there is room for it")
    }
}
