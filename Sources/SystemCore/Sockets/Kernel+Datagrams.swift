#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    /// Sends one datagram to a Unix socket that someone else reads, waiting while its queue is full, for so long at most.
    ///
    /// A wait that was too long throws would-block.
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
    /// At least a microsecond: none at all would be for ever.
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
private let datagramType = SOCK_DGRAM
#endif
