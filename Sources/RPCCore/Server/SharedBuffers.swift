import JSONCore

/// Memory that the connections of one server lend each other, so that an idle one has none.
final class SharedBuffers {
    /// A buffer beyond this is given back to the system instead of being kept.
    private static let largestKept = 1 << 20
    /// Below this many bytes, the beginning of a message is moved, so that many slow peers need little memory.
    private static let smallInput = 16 << 10

    private var input = ByteBuffer()
    private var output = ByteBuffer()

    /// Lends memory to read to, unless the buffer holds so much that it should keep its own.
    func lendInput(to buffer: inout ByteBuffer) {
        guard buffer.count < SharedBuffers.smallInput else { return }
        guard !buffer.isEmpty else {
            swap(&buffer, &input)
            return
        }
        var lent = ByteBuffer()
        swap(&lent, &input)
        lent.append(contentsOf: buffer)
        swap(&buffer, &lent)
    }

    /// Takes memory back; the beginning of a message moves to memory of its own size, as does what is little beside the
    /// memory it is in.
    func takeBackInput(_ buffer: inout ByteBuffer) {
        guard buffer.capacity > SharedBuffers.smallInput, buffer.count < buffer.capacity / 4 else { return }
        guard !buffer.isEmpty else {
            SharedBuffers.take(&buffer, to: &input)
            return
        }
        var rest = ByteBuffer(minimumCapacity: buffer.count)
        rest.append(contentsOf: buffer)
        swap(&rest, &buffer)
        SharedBuffers.take(&rest, to: &input)
    }

    /// Lends empty memory to write answers to.
    func lendOutput(to buffer: inout ByteBuffer) {
        swap(&buffer, &output)
    }

    /// Takes back memory whose bytes were all sent.
    func takeBackOutput(_ buffer: inout ByteBuffer) {
        if buffer.isEmpty {
            SharedBuffers.take(&buffer, to: &output)
        }
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
