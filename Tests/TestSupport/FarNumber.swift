package import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Descriptor numbers from 500, which nothing else in the process uses.
///
/// A new descriptor gets the lowest free number, and the test framework opens descriptors at any time.
package enum FarNumber {
    private static let first: Int32 = 500

    /// Returns a copy of a descriptor with the lowest free number from 500.
    package static func copy(of raw: Int32, isKeptFromChildren: Bool = true) throws(SystemError) -> Int32 {
        let number = fcntl(raw, isKeptFromChildren ? F_DUPFD_CLOEXEC : F_DUPFD, first)
        guard number >= 0 else { throw SystemError("fcntl", Errno(errno)) }
        return number
    }
}
