#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A path that fits into the kernel's address of a Unix socket.
package struct UnixAddress: Hashable, Sendable {
    package let path: String

    /// Why a path is no address.
    package enum Fault: Error, Hashable, Sendable {
        case empty
        case containsNUL
        /// Both in bytes.
        case tooLong(length: Int, limit: Int)
    }

    /// The longest path in bytes: 107 on Linux, one less than the field, so that a NUL ends it everywhere.
    package static let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    package init(_ path: String) throws(Fault) {
        let length = RawText(path: path).bytes.count
        guard length > 0 else { throw .empty }
        guard !path.utf8.contains(0) else { throw .containsNUL }
        guard length <= Self.limit else { throw .tooLong(length: length, limit: Self.limit) }
        self.path = path
    }
}

extension UnixAddress {
    func withSocketAddress<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        unsafe Self.withSocketAddress(RawText(path: path).bytes, size: MemoryLayout<sockaddr_un>.size, body)
    }

    /// Lends the kernel's form of an address whose bytes fit.
    static func withSocketAddress<Value>(
        _ bytes: some Collection<UInt8>,
        size: Int,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(size)) }
        }
    }
}
