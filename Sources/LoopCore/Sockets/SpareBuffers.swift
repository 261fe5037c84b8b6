import JSONCore

/// Empty buffers whose memory the next notifications use, so that a turn with many of them allocates nothing.
struct SpareBuffers {
    /// A place for a buffer, because an array cannot hold a noncopyable value.
    private final class Place {
        var buffer = ByteBuffer()
    }

    /// A buffer with more memory is not kept, so that a few large ones do not displace many usual ones.
    private static let largest = 1 << 16

    /// The largest number of bytes in all buffers.
    private let limit: Int
    private var places: [Place] = []
    /// The number of places that have a buffer; these are the first.
    private var count = 0
    private var bytes = 0
    /// The number of buffers that were requested and have not come back.
    ///
    /// No more buffers are kept, so memory that came from elsewhere does not accumulate.
    private var lent = 0

    init(limit: Int) { self.limit = limit }

    /// Takes the memory of an empty buffer, and returns true; returns false if there is no room or no need for it.
    mutating func add(_ buffer: inout ByteBuffer) -> Bool {
        guard lent > 0, buffer.capacity <= SpareBuffers.largest, bytes + buffer.capacity <= limit else { return false }
        lent -= 1
        buffer.removeAll()
        bytes += buffer.capacity
        if count == places.count {
            places.append(Place())
        }
        swap(&places[count].buffer, &buffer)
        count += 1
        return true
    }

    /// Gives the memory that was added last to a buffer without memory; does nothing if there is none.
    mutating func take(into buffer: inout ByteBuffer) {
        lent += 1
        guard count > 0, buffer.capacity == 0 else { return }
        count -= 1
        swap(&places[count].buffer, &buffer)
        bytes -= buffer.capacity
    }
}
