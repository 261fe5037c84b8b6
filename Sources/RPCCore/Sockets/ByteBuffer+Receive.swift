package import JSONCore
package import SystemCore

extension ByteBuffer {
    /// Reads behind what is there, into at least so much room and at most as much as is asked for; answers how that went.
    @inline(__always)
    package mutating func receive(
        room: Int,
        atMost most: Int = .max,
        _ read: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer
    ) throws(SystemError) -> Transfer {
        var outcome = Transfer.wouldBlock
        try unsafe fill(atLeast: room) { (memory) throws(SystemError) in
            outcome = try unsafe read(UnsafeMutableRawBufferPointer(rebasing: memory.prefix(most)))
            guard case .bytes(let count) = outcome else { return 0 }
            return count
        }
        return outcome
    }
}

extension ByteStream {
    /// Reads behind what a buffer holds.
    @inline(__always)
    func receive(into buffer: inout ByteBuffer, room: Int) throws(SystemError) -> Transfer {
        try unsafe buffer.receive(room: room) { (memory) throws(SystemError) in try unsafe receive(into: memory) }
    }
}
