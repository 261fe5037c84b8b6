/// The system calls of the program, with a common treatment of errors.
///
/// - EINTR: the call is repeated.
/// - EAGAIN on a stream: the function returns a value such as ``Transfer/wouldBlock``.
/// - Errors that only a bug in this program can cause: the program traps.
/// - All other errors: the function throws a ``SystemError``.
package enum Kernel {
    /// Whether EINVAL can only be caused by a bug in this program.
    package enum InvalidArgument {
        case isOurBug
        case isAFact
    }

    /// Repeats a call while signals interrupt it, and throws if the result is negative.
    @inline(__always)
    package static func attempt<Result: FixedWidthInteger & SignedInteger>(
        _ call: String,
        path: String? = nil,
        invalidArgument: InvalidArgument = .isAFact,
        _ body: () -> Result
    ) throws(SystemError) -> Result {
        while true {
            let result = body()
            if result >= 0 { return result }
            let errno = Errno.last
            if errno == .interrupted { continue }
            throw failure(call, errno, path: path, invalidArgument: invalidArgument)
        }
    }

    /// Works like `attempt`, for calls that transfer bytes of a stream; a result of 0 means the end of the stream.
    @inline(__always)
    static func transfer(_ call: String, _ body: () -> Int) throws(SystemError) -> Transfer {
        while true {
            let count = body()
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            let errno = Errno.last
            if errno == .interrupted { continue }
            if errno == .wouldBlock { return .wouldBlock }
            throw failure(call, errno, path: nil, invalidArgument: .isOurBug)
        }
    }

    /// Returns the error to throw; traps if only a bug in this program can cause the error.
    @inline(never)
    static func failure(
        _ call: String,
        _ errno: Errno,
        path: String? = nil,
        invalidArgument: InvalidArgument = .isAFact
    ) -> SystemError {
        switch errno {
        case .badDescriptor, .badAddress, .notSocket:
            preconditionFailure("\(call): \(errno.name): a bug in this program, not in its surroundings")
        case .invalidArgument where invalidArgument == .isOurBug:
            preconditionFailure("\(call): \(errno.name): a bug in this program, not in its surroundings")
        default:
            return SystemError(call, errno, path: path)
        }
    }
}
