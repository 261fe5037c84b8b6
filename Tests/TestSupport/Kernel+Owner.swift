package import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Changes the owner of a file; only root can.
    package static func setOwner(of path: String, to user: UInt32) throws(SystemError) {
        guard unsafe chown(path, user, .max) == 0 else { throw SystemError("chown", Errno(errno), path: path) }
    }
}
