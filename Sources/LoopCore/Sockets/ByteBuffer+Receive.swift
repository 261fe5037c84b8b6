package import JSONCore
package import SystemCore

extension ByteBuffer {
    /// Appends the bytes that `read` receives, and returns the outcome.
    ///
    /// The memory for `read` has at least `room` bytes, unless `most` is smaller, and at most `most` bytes.
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
    /// Appends received bytes to the buffer, and returns the outcome.
    ///
    /// The memory to receive into has at least `room` bytes, unless `most` is smaller, and at most `most` bytes.
    @inline(__always)
    package func receive(
        into buffer: inout ByteBuffer,
        room: Int,
        atMost most: Int = .max
    ) throws(SystemError) -> Transfer {
        try unsafe buffer.receive(room: room, atMost: most) { (memory) throws(SystemError) in
            try unsafe receive(into: memory)
        }
    }
}
