#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where a datagram goes: a path, or behind an `@` a name that is in no folder, which only Linux has.
package struct DatagramAddress: Hashable, Sendable {
    /// As it was said.
    package let text: String

    private static let at = UInt8(ascii: "@")

    package init(_ text: String) throws(UnixAddress.Fault) {
        // The `@` stands for the NUL that such a name begins with, so that both kinds have the same limit.
        let length = text.utf8.first == Self.at ? text.utf8.count - 1 : text.utf8.count
        guard length > 0 else { throw .empty }
        guard !text.utf8.contains(0) else { throw .containsNUL }
        guard length <= UnixAddress.limit else { throw .tooLong(length: length, limit: UnixAddress.limit) }
        self.text = text
    }
}

extension DatagramAddress {
    func withSocketAddress<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        var bytes = Array(text.utf8)
        var size = MemoryLayout<sockaddr_un>.size
        if bytes[0] == Self.at {
            bytes[0] = 0
            // Such a name is as long as the address says: zeros behind it would be part of it.
            size += bytes.count - MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        }
        return unsafe UnixAddress.withSocketAddress(bytes, size: size, body)
    }
}
