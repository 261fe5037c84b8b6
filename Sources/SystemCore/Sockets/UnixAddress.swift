#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A path that is short enough to be the address of a Unix socket.
package struct UnixAddress: Hashable, Sendable {
    package let path: String

    /// The reason why a path cannot be an address.
    package enum Fault: Error, Hashable, Sendable {
        case empty
        case containsNUL
        /// The path is too long; both numbers are in bytes.
        case tooLong(length: Int, limit: Int)
    }

    /// The longest path in bytes, 107 on Linux: one less than the field's size, to leave room for a NUL.
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

    /// Passes an address in the kernel's form to `body`; `bytes` must fit into the address.
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
