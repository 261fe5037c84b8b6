/// A system call that failed for a reason outside this program.
package struct SystemError: Error, Hashable {
    /// The name of the call's manual page.
    package let call: String
    package let errno: Errno
    package let path: String?

    package init(_ call: String, _ errno: Errno, path: String? = nil) {
        self.call = call
        self.errno = errno
        self.path = path
    }
}

extension SystemError: CustomStringConvertible {
    package var description: String {
        let reason = "\(errno) (\(errno.name))"
        guard let path else { return "\(call) failed: \(reason)" }
        return "\(call) of \(path) failed: \(reason)"
    }
}
