#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Reads what has arrived.
    ///
    /// The buffer may not be empty: its zero bytes could not be told from the end.
    package static func receive(
        _ socket: borrowing Descriptor,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Transfer {
        unsafe precondition(!buffer.isEmpty, "a receive needs room")
        let raw = socket.raw
        return try transfer("recv") { unsafe recv(raw, buffer.baseAddress, buffer.count, 0) }
    }

    /// Reads what has arrived over the beginning of the span, which may not be empty.
    package static func receive(
        _ socket: borrowing Descriptor,
        into span: inout MutableSpan<UInt8>
    ) throws(SystemError) -> Transfer {
        let raw = socket.raw
        precondition(!span.isEmpty, "a receive needs room")
        return try unsafe span.withUnsafeMutableBytes { (buffer) throws(SystemError) in
            try transfer("recv") { unsafe recv(raw, buffer.baseAddress, buffer.count, 0) }
        }
    }

    /// Hands over as much as the kernel takes now.
    ///
    /// A peer that is gone throws (`meansPeerIsGone`), without a signal.
    package static func send(_ socket: borrowing Descriptor, _ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
        let raw = socket.raw
        let result = try unsafe bytes.withUnsafeBytes { (buffer) throws(SystemError) in
            try transfer("send") { unsafe systemSend(raw, buffer.baseAddress, buffer.count, sendFlags) }
        }
        return result == .end ? .bytes(0) : result
    }
}

#if os(Linux)
private let sendFlags = Int32(MSG_NOSIGNAL)
#else
// SO_NOSIGPIPE is set on each socket instead.
private let sendFlags: Int32 = 0
#endif

// Inside `Kernel` the plain name means the gate's own function.
private func systemSend(_ raw: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    unsafe send(raw, start, count, flags)
}
