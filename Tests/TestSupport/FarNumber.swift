package import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Numbers of descriptors that nobody else takes: what opens something gets the lowest that is free, and the machinery of
/// tests does so now and then.
package enum FarNumber {
    private static let first: Int32 = 500

    /// A copy of a descriptor under the lowest of these numbers that is free.
    package static func copy(of raw: Int32, isKeptFromChildren: Bool = true) throws(SystemError) -> Int32 {
        let number = fcntl(raw, isKeptFromChildren ? F_DUPFD_CLOEXEC : F_DUPFD, first)
        guard number >= 0 else { throw SystemError("fcntl", Errno(errno)) }
        return number
    }
}
