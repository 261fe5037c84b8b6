#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Receives the bytes that have arrived.
    ///
    /// The buffer must not be empty: a read of no bytes means the end of the stream.
    package static func receive(
        _ socket: borrowing Descriptor,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Transfer {
        unsafe precondition(!buffer.isEmpty, "a receive needs room")
        let raw = socket.raw
        return try transfer("recv") { unsafe recv(raw, buffer.baseAddress, buffer.count, 0) }
    }

    /// Receives the bytes that have arrived to the beginning of the span, which must not be empty.
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

    /// Sends as many bytes as the kernel accepts now.
    ///
    /// If the peer is gone, the function throws an error (`meansPeerIsGone`) and raises no signal.
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
// Not tested on macOS: written from Apple's published sources.
// Each socket has SO_NOSIGPIPE instead.
private let sendFlags: Int32 = 0
#endif

// Inside `Kernel`, the plain name refers to its own static function.
private func systemSend(_ raw: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    unsafe send(raw, start, count, flags)
}
