#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The address of a Unix datagram socket: a path, or `@` and an abstract name, which only Linux has.
package struct DatagramAddress: Hashable, Sendable {
    /// The address as it was given, in the form of ``RawText/path``.
    package let text: String

    private static let at = UInt8(ascii: "@")

    package init(_ text: String) throws(UnixAddress.Fault) {
        // In the kernel's form, a NUL replaces the `@`. So the limit for names is the same as for paths.
        let bytes = RawText(path: text).bytes
        let length = bytes.first == Self.at ? bytes.count - 1 : bytes.count
        guard length > 0 else { throw .empty }
        guard !bytes.contains(0) else { throw .containsNUL }
        guard length <= UnixAddress.limit else { throw .tooLong(length: length, limit: UnixAddress.limit) }
        self.text = text
    }
}

extension DatagramAddress {
    func withSocketAddress<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        var bytes = RawText(path: text).bytes
        var size = MemoryLayout<sockaddr_un>.size
        if bytes[0] == Self.at {
            bytes[0] = 0
            // The size in the address determines the length of an abstract name: trailing zeros would be part of the
            // name.
            size += bytes.count - MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        }
        return unsafe UnixAddress.withSocketAddress(bytes, size: size, body)
    }
}
