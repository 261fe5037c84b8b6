#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The end of a process whose precondition failed.
///
/// An exit test that expects any failure also passes when its body throws an error.
package enum Trap {
    #if arch(x86_64)
    /// The signal that ends the process.
    package static let signal = SIGILL
    #else
    /// The signal that ends the process.
    package static let signal = SIGTRAP
    #endif
}
