#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file descriptor with one owner, which closes it exactly once.
package struct Descriptor: ~Copyable, Sendable {
    package let raw: Int32

    /// Creates the owner of a descriptor that no other code closes.
    package init(owning raw: Int32) {
        precondition(raw >= 0, "a descriptor is not negative")
        self.raw = raw
    }

    /// Creates the owner of a descriptor that the parent process left open; nil if it is not open.
    ///
    /// The descriptor closes on exec, so programs started by this process do not inherit it.
    package init?(inherited raw: Int32) {
        guard raw >= 0, fcntl(raw, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
        self.raw = raw
    }

    deinit {
        // A deinit cannot report an error. Data that must be durable was synced before.
        _ = Kernel.close(raw)
    }

    /// Closes the descriptor, and throws the error that the deinit would ignore.
    package consuming func close() throws(SystemError) {
        let errno = Kernel.close(release())
        if let errno { throw SystemError("close", errno) }
    }

    /// Gives up ownership without closing the descriptor.
    package consuming func release() -> Int32 {
        let raw = raw
        discard self
        return raw
    }
}

extension Kernel {
    fileprivate static func close(_ raw: Int32) -> Errno? {
        guard systemClose(raw) != 0 else { return nil }
        let errno = Errno.last
        precondition(errno != .badDescriptor, "close: EBADF: descriptor \(raw) was closed by someone else")
        // After EINTR, the number is already free: closing it again could close another descriptor.
        return errno == .interrupted ? nil : errno
    }
}

// Inside `Kernel`, the plain name refers to its own static function.
private func systemClose(_ raw: Int32) -> Int32 { close(raw) }
