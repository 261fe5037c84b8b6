#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file descriptor that has one owner and is closed once.
package struct Descriptor: ~Copyable, Sendable {
    package let raw: Int32

    /// Takes ownership: nobody else may close it.
    package init(owning raw: Int32) {
        precondition(raw >= 0, "a descriptor is not negative")
        self.raw = raw
    }

    /// Takes over one that the starter of this process left open, and keeps it from our own children; nil when there is
    /// none.
    package init?(inherited raw: Int32) {
        guard raw >= 0, fcntl(raw, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
        self.raw = raw
    }

    deinit {
        // Nobody is left to tell; what must be on disk was synced before.
        _ = Kernel.close(raw)
    }

    /// Closes now and tells what the deinit would have kept to itself.
    package consuming func close() throws(SystemError) {
        let errno = Kernel.close(release())
        if let errno { throw SystemError("close", errno) }
    }

    /// Gives up ownership without closing.
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
        // The number is free again even when a signal came: to close again could close someone else's.
        return errno == .interrupted ? nil : errno
    }
}

// Inside `Kernel` the plain name means the gate's own function.
private func systemClose(_ raw: Int32) -> Int32 { close(raw) }
