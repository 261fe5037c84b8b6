package import JSONCore

/// The memory that the connections of one server share, so that an idle connection needs none.
package final class SharedBuffers {
    /// The limit for the bytes of a buffer that is kept; a larger buffer is freed.
    private static let largestKept = 1 << 20
    /// Input with fewer bytes than this is copied between buffers, so that many slow peers need little memory.
    private static let smallInput = 16 << 10

    private var input = ByteBuffer()
    private var output = ByteBuffer()
    private var spare: SpareBuffers

    /// Creates empty memory, which keeps at most `spareMemory` bytes of further buffers for `attachSpare(to:)`.
    package init(spareMemory: Int = 0) {
        spare = SpareBuffers(limit: spareMemory)
    }

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

    /// Attaches empty memory to an empty buffer without memory, if any is spare.
    package func attachSpare(to buffer: inout ByteBuffer) { spare.take(into: &buffer) }

    /// Detaches the memory of the output if all bytes were sent.
    package func detachOutput(_ buffer: inout ByteBuffer) {
        guard buffer.isEmpty, buffer.capacity > 0 else { return }
        if output.capacity > 0, spare.add(&buffer) { return }
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

@available(*, unavailable)
extension SharedBuffers: Sendable {}
