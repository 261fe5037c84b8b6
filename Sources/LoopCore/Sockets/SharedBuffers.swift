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

    /// Attaches memory for receiving to a buffer, and copies the bytes of the buffer there.
    ///
    /// A buffer with much input keeps its own memory.
    package func attachInput(to buffer: inout ByteBuffer) {
        guard buffer.count < SharedBuffers.smallInput else { return }
        guard !buffer.isEmpty else {
            swap(&buffer, &input)
            return
        }
        var attached = ByteBuffer()
        swap(&attached, &input)
        attached.append(contentsOf: buffer)
        swap(&buffer, &attached)
    }

    /// Detaches memory of which less than a quarter is used; copies the bytes in it to memory of their own size.
    ///
    /// Small buffers stay where they are.
    package func detachInput(_ buffer: inout ByteBuffer) {
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

    /// Attaches empty memory for responses to a buffer.
    package func attachOutput(to buffer: inout ByteBuffer) {
        swap(&buffer, &output)
    }

    /// Detaches the memory of the output if all bytes were sent.
    package func detachOutput(_ buffer: inout ByteBuffer) {
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
