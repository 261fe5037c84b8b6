#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The kernel's number for the reason why a call failed.
package struct Errno: Error, Hashable {
    package let code: Int32

    package init(_ code: Int32) { self.code = code }

    /// The number that the last failed call on this thread has set.
    static var last: Errno { Errno(errno) }
}

extension Errno {
    package static let addressInUse = Errno(EADDRINUSE)
    package static let addressNotAvailable = Errno(EADDRNOTAVAIL)
    package static let argumentsTooLong = Errno(E2BIG)
    package static let badAddress = Errno(EFAULT)
    package static let badDescriptor = Errno(EBADF)
    package static let brokenPipe = Errno(EPIPE)
    package static let busy = Errno(EBUSY)
    package static let connectionAborted = Errno(ECONNABORTED)
    package static let connectionRefused = Errno(ECONNREFUSED)
    package static let connectionReset = Errno(ECONNRESET)
    package static let directoryNotEmpty = Errno(ENOTEMPTY)
    package static let fileExists = Errno(EEXIST)
    package static let fileTooLarge = Errno(EFBIG)
    package static let inProgress = Errno(EINPROGRESS)
    package static let inputOutput = Errno(EIO)
    package static let interrupted = Errno(EINTR)
    package static let invalidArgument = Errno(EINVAL)
    package static let isConnected = Errno(EISCONN)
    package static let isDirectory = Errno(EISDIR)
    package static let noBufferSpace = Errno(ENOBUFS)
    package static let noSpace = Errno(ENOSPC)
    /// The system does not have this kind of address (EAFNOSUPPORT).
    package static let noSuchFamily = Errno(EAFNOSUPPORT)
    package static let noSuchDevice = Errno(ENXIO)
    package static let noSuchFile = Errno(ENOENT)
    package static let noSuchProcess = Errno(ESRCH)
    package static let notConnected = Errno(ENOTCONN)
    package static let notDirectory = Errno(ENOTDIR)
    package static let notImplemented = Errno(ENOSYS)
    package static let notPermitted = Errno(EPERM)
    package static let notSocket = Errno(ENOTSOCK)
    /// The kind of file or file system does not have this operation (ENOTSUP), which Linux does not distinguish from
    /// EOPNOTSUPP.
    package static let notSupported = Errno(ENOTSUP)
    package static let outOfMemory = Errno(ENOMEM)
    package static let permissionDenied = Errno(EACCES)
    package static let quotaExceeded = Errno(EDQUOT)
    package static let readOnlyFileSystem = Errno(EROFS)
    package static let timedOut = Errno(ETIMEDOUT)
    /// The process has too many open files (EMFILE).
    package static let tooManyOpenFiles = Errno(EMFILE)
    /// The system has too many open files (ENFILE).
    package static let tooManyOpenFilesInSystem = Errno(ENFILE)
    package static let tooManySymbolicLinks = Errno(ELOOP)
    package static let wouldBlock = Errno(EAGAIN)
    /// The socket at the path is of another type (EPROTOTYPE).
    package static let wrongSocketType = Errno(EPROTOTYPE)
}

extension Errno {
    /// Whether no process listens at the path: the socket does not exist, or its process has ended.
    package var meansNobodyListens: Bool { self == .noSuchFile || self == .connectionRefused }

    /// Whether the peer has closed the connection, so that nothing more can be sent to the peer.
    package var meansPeerIsGone: Bool {
        self == .brokenPipe || self == .connectionReset || self == .notConnected
    }

    /// Whether descriptors or memory have run out, so that a retry may succeed later.
    package var meansExhaustion: Bool {
        switch self {
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .outOfMemory: true
        default: false
        }
    }
}

extension Errno: CustomStringConvertible {
    /// The sentence of the C library.
    package var description: String {
        let capacity = 256
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress, unsafe strerror_r(code, start, capacity) == 0 else {
                return "error \(code)"
            }
            return unsafe String(cString: start)
        }
    }
}
