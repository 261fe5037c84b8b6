package import JSONCore
package import SystemCore

extension Kernel {
    /// Receives bytes and appends them to a buffer: as many as fit, or at most a limit.
    @inline(__always)
    package static func receive(
        _ socket: borrowing Descriptor,
        into buffer: inout ByteBuffer,
        atMost limit: Int = .max
    ) throws(SystemError) -> Transfer {
        var transfer = Transfer.wouldBlock
        try unsafe buffer.fill(atLeast: 4096) { (room) throws(SystemError) in
            transfer = try unsafe receive(socket, into: UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit)))
            guard case .bytes(let count) = transfer else { return 0 }
            return count
        }
        return transfer
    }
}
