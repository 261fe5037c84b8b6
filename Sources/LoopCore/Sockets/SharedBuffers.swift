package import JSONCore

/// The memory that the connections of one server share, so that an idle connection needs none.
package final class SharedBuffers {
    /// The limit for the bytes of a buffer that is kept; a larger buffer is freed.
    private static let largestKept = 1 << 20
    /// Input with fewer bytes than this is copied between buffers, so that many slow peers need little memory.
    private static let smallInput = 16 << 10

    private var input = ByteBuffer()
    private var output = ByteBuffer()

    package init() {}

    /// Lends memory for receiving, and copies the bytes of the buffer there.
    ///
    /// A buffer with much input keeps its own memory.
    package func lendInput(to buffer: inout ByteBuffer) {
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

    /// Takes back memory of which less than a quarter is used; copies the bytes in it to memory of their own size.
    ///
    /// Small buffers stay where they are.
    package func takeBackInput(_ buffer: inout ByteBuffer) {
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

    /// Lends empty memory for responses.
    package func lendOutput(to buffer: inout ByteBuffer) {
        swap(&buffer, &output)
    }

    /// Takes the memory of the output back, if all bytes were sent.
    package func takeBackOutput(_ buffer: inout ByteBuffer) {
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

@available(*, unavailable)
extension SharedBuffers: Sendable {}
