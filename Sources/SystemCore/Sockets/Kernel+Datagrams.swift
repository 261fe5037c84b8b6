#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Sends one datagram to a Unix socket of another process.
    ///
    /// While the receiver's queue is full, the function waits. After `limit`, it throws EAGAIN.
    package static func sendDatagram(
        _ bytes: Span<UInt8>,
        to address: DatagramAddress,
        within limit: Duration
    ) throws(SystemError) {
        let descriptor = Descriptor(owning: try attempt("socket") { socket(AF_UNIX, datagramType, 0) })
        try setCloseOnExec(descriptor)
        let raw = descriptor.raw
        var patience = timeval(limit)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = try attempt("setsockopt") { unsafe setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &patience, size) }
        _ = try unsafe bytes.withUnsafeBytes { (buffer) throws(SystemError) in
            try attempt("sendto", path: address.text) {
                unsafe address.withSocketAddress { unsafe sendto(raw, buffer.baseAddress, buffer.count, 0, $0, $1) }
            }
        }
    }
}

extension timeval {
    /// Creates a timeout of at least one microsecond, because zero means no timeout.
    fileprivate init(_ limit: Duration) {
        let microseconds = max(limit.saturatedNanoseconds / 1000, 1)
        self.init()
        tv_sec = .init(microseconds / 1_000_000)
        tv_usec = .init(microseconds % 1_000_000)
    }
}

#if os(Linux)
private let datagramType = Int32(bitPattern: SOCK_DGRAM.rawValue)
#else
// Not tested on macOS: written from Apple's published sources.
private let datagramType = SOCK_DGRAM
#endif
