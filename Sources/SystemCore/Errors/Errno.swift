#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The kernel's number for why a call failed.
package struct Errno: Error, Hashable {
    package let code: Int32

    package init(_ code: Int32) { self.code = code }

    /// What the call that has just failed on this thread left behind.
    static var last: Errno { Errno(errno) }
}

extension Errno {
    package static let addressInUse = Errno(EADDRINUSE)
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
    package static let inProgress = Errno(EINPROGRESS)
    package static let inputOutput = Errno(EIO)
    package static let interrupted = Errno(EINTR)
    package static let invalidArgument = Errno(EINVAL)
    package static let isConnected = Errno(EISCONN)
    package static let isDirectory = Errno(EISDIR)
    package static let noBufferSpace = Errno(ENOBUFS)
    package static let noSpace = Errno(ENOSPC)
    package static let noSuchDevice = Errno(ENXIO)
    package static let noSuchFile = Errno(ENOENT)
    package static let noSuchProcess = Errno(ESRCH)
    package static let notConnected = Errno(ENOTCONN)
    package static let notDirectory = Errno(ENOTDIR)
    package static let notImplemented = Errno(ENOSYS)
    package static let notPermitted = Errno(EPERM)
    package static let notSocket = Errno(ENOTSOCK)
    package static let notSupported = Errno(EOPNOTSUPP)
    package static let outOfMemory = Errno(ENOMEM)
    package static let permissionDenied = Errno(EACCES)
    package static let quotaExceeded = Errno(EDQUOT)
    package static let readOnlyFileSystem = Errno(EROFS)
    package static let timedOut = Errno(ETIMEDOUT)
    /// This process may open no more (EMFILE).
    package static let tooManyOpenFiles = Errno(EMFILE)
    /// The whole machine may open no more (ENFILE).
    package static let tooManyOpenFilesInSystem = Errno(ENFILE)
    package static let tooManySymbolicLinks = Errno(ELOOP)
    package static let wouldBlock = Errno(EAGAIN)
    /// The socket there is of another type (EPROTOTYPE).
    package static let wrongSocketType = Errno(EPROTOTYPE)
}

extension Errno {
    /// Nobody has a socket there, or nobody any more.
    package var meansNobodyListens: Bool { self == .noSuchFile || self == .connectionRefused }

    /// The other side went away: nothing is wrong with us, and nothing more can be said to it.
    package var meansPeerIsGone: Bool {
        self == .brokenPipe || self == .connectionReset || self == .notConnected
    }

    /// Something ran out that others will give back: the same call may succeed later.
    package var meansExhaustion: Bool {
        switch self {
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .outOfMemory: true
        default: false
        }
    }
}

extension Errno: CustomStringConvertible {
    /// The C library's sentence, in its own language.
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
