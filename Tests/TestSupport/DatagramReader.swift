package import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A reader of datagrams in the role of a service manager, for tests only.
package final class DatagramReader {
    private let socket: Descriptor

    /// Creates a socket bound to a path, or to an abstract name if `text` begins with `@`.
    package init(_ text: String) throws(SystemError) {
        #if os(Linux)
        socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(bitPattern: SOCK_DGRAM.rawValue), 0))
        #else
        socket = Descriptor(owning: Darwin.socket(AF_UNIX, SOCK_DGRAM, 0))
        #endif
        try Kernel.setCloseOnExec(socket)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = RawText(path: text).bytes
        let isName = bytes.first == UInt8(ascii: "@")
        if isName { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let room = MemoryLayout.size(ofValue: address.sun_path)
        let size = MemoryLayout<sockaddr_un>.size - (isName ? room - bytes.count : 0)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket.raw, $0, socklen_t(size))
            }
        }
        guard result == 0 else { throw SystemError("bind", Errno(errno), path: text) }
    }

    /// Returns the next datagram; nil if none arrives within 60 seconds.
    package func next() -> String? {
        guard let ready = try? Kernel.wait(for: .readable, on: socket, .duration(.seconds(60))), !ready.isEmpty else {
            return nil
        }
        var memory = [UInt8](repeating: 0, count: 1 << 16)
        var span = memory.mutableSpan
        guard case .bytes(let count)? = try? Kernel.receive(socket, into: &span) else { return nil }
        return String(decoding: memory[..<count], as: UTF8.self)
    }
}
