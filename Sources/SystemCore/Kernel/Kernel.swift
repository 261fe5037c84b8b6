/// The one gate to the kernel: a signal never shows, a would-block is a value, our own bugs trap, the rest is thrown.
package enum Kernel {
    /// Whether EINVAL can have a cause outside this program.
    enum InvalidArgument {
        case isOurBug
        case isAFact
    }

    /// Calls again while a signal interrupts, and turns a negative answer into what was wrong.
    @inline(__always)
    static func attempt<Answer: FixedWidthInteger & SignedInteger>(
        _ call: String,
        path: String? = nil,
        invalidArgument: InvalidArgument = .isAFact,
        _ body: () -> Answer
    ) throws(SystemError) -> Answer {
        while true {
            let answer = body()
            if answer >= 0 { return answer }
            let errno = Errno.last
            if errno == .interrupted { continue }
            throw failure(call, errno, path: path, invalidArgument: invalidArgument)
        }
    }

    /// As `attempt`, for calls that move bytes of a stream; zero bytes mean its end.
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

    /// An error that says this program is wrong must not be handled as if the world were.
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
