package import JSONCore
package import SystemCore

extension Kernel {
    /// Receives behind what a buffer holds: as much as fits, or as is asked for.
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
