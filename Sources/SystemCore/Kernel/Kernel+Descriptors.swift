#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Reads the available bytes.
    ///
    /// The buffer must not be empty: a read of no bytes means the end of the stream.
    package static func read(
        _ descriptor: borrowing Descriptor,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Transfer {
        unsafe precondition(!buffer.isEmpty, "a read needs room")
        let raw = descriptor.raw
        return try transfer("read") { unsafe systemRead(raw, buffer.baseAddress, buffer.count) }
    }

    /// Reads the available bytes to the beginning of the span, which must not be empty.
    package static func read(
        _ descriptor: borrowing Descriptor,
        into span: inout MutableSpan<UInt8>
    ) throws(SystemError) -> Transfer {
        let raw = descriptor.raw
        precondition(!span.isEmpty, "a read needs room")
        return try unsafe span.withUnsafeMutableBytes { (buffer) throws(SystemError) in
            try transfer("read") { unsafe systemRead(raw, buffer.baseAddress, buffer.count) }
        }
    }

    /// Writes as many bytes as the kernel accepts now.
    ///
    /// Writing to a pipe without a reader raises SIGPIPE, unless that signal is ignored.
    package static func write(
        _ descriptor: borrowing Descriptor,
        _ bytes: Span<UInt8>
    ) throws(SystemError) -> Transfer {
        let raw = descriptor.raw
        let result = try unsafe bytes.withUnsafeBytes { (buffer) throws(SystemError) in
            try transfer("write") { unsafe systemWrite(raw, buffer.baseAddress, buffer.count) }
        }
        return result == .end ? .bytes(0) : result
    }

    /// Creates a non-blocking pipe whose ends close on exec.
    package static func pipe() throws(SystemError) -> DescriptorPair {
        var ends: (Int32, Int32) = (-1, -1)
        _ = try attempt("pipe") {
            unsafe withUnsafeMutableBytes(of: &ends) {
                unsafe systemPipe($0.assumingMemoryBound(to: Int32.self).baseAddress)
            }
        }
        let pair = DescriptorPair(ends)
        for raw in [ends.0, ends.1] {
            try setNonBlocking(raw, true)
            try setCloseOnExec(raw)
        }
        return pair
    }

    /// Makes a descriptor refer to the open file of another descriptor, atomically.
    ///
    /// So a write to the descriptor always goes to one of the two files.
    package static func replace(
        _ descriptor: borrowing Descriptor,
        with other: borrowing Descriptor
    ) throws(SystemError) {
        let (raw, source) = (descriptor.raw, other.raw)
        _ = try attempt("dup2") { dup2(source, raw) }
    }

    package static func setNonBlocking(_ descriptor: borrowing Descriptor, _ on: Bool = true) throws(SystemError) {
        try setNonBlocking(descriptor.raw, on)
    }

    package static func setCloseOnExec(_ descriptor: borrowing Descriptor) throws(SystemError) {
        try setCloseOnExec(descriptor.raw)
    }

    static func setNonBlocking(_ raw: Int32, _ on: Bool) throws(SystemError) {
        let flags = try attempt("fcntl") { fcntl(raw, F_GETFL) }
        let wanted = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
        guard wanted != flags else { return }
        _ = try attempt("fcntl") { fcntl(raw, F_SETFL, wanted) }
    }

    static func setCloseOnExec(_ raw: Int32) throws(SystemError) {
        _ = try attempt("fcntl") { fcntl(raw, F_SETFD, FD_CLOEXEC) }
    }
}

// Inside `Kernel`, the plain names refer to its own static functions.
private func systemRead(_ raw: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(raw, start, count)
}

private func systemWrite(_ raw: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(raw, start, count)
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>?) -> Int32 {
    unsafe pipe(ends)
}
