import JSONCore

/// Memory that the connections of one server lend each other, so that an idle one has none.
final class SharedBuffers {
    /// A buffer beyond this is given back to the system instead of being kept.
    private static let largestKept = 1 << 20

    private var input = ByteBuffer()
    private var output = ByteBuffer()

    /// Lends empty memory to read to.
    func lendInput(to buffer: inout ByteBuffer) {
        swap(&buffer, &input)
    }

    /// Takes back memory that was read to, and forgets what is in it.
    func takeBackInput(_ buffer: inout ByteBuffer) {
        SharedBuffers.take(&buffer, to: &input)
    }

    /// Lends empty memory to write answers to.
    func lendOutput(to buffer: inout ByteBuffer) {
        swap(&buffer, &output)
    }

    /// Takes back memory whose answers were sent.
    func takeBackOutput(_ buffer: inout ByteBuffer) {
        SharedBuffers.take(&buffer, to: &output)
    }

    private static func take(_ buffer: inout ByteBuffer, to kept: inout ByteBuffer) {
        guard buffer.capacity > 0 else { return }
        if kept.capacity < buffer.capacity, buffer.capacity <= largestKept {
            buffer.removeAll()
            swap(&buffer, &kept)
        }
        if buffer.capacity > 0 {
            buffer = ByteBuffer()
        }
    }
}
