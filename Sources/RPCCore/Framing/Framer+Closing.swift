package import JSONCore

extension Framer.Style {
    /// Frames the message that begins at `start` and reaches to the end of the buffer.
    @inline(__always)
    package func closeMessage(from start: Int, in bytes: inout ByteBuffer) {
        if self == .contentLength {
            // The length is known only now. A buffer for the header would be an allocation for each message.
            let count = bytes.count - start
            beginMessage(of: count, in: &bytes)
            bytes.moveLast(bytes.count - start - count, to: start)
        } else {
            endMessage(in: &bytes)
        }
    }

    /// Appends what precedes a message of `count` bytes: the Content-Length header, or nothing.
    func beginMessage(of count: Int, in bytes: inout ByteBuffer) {
        guard self == .contentLength else { return }
        bytes.append("Content-Length: ")
        bytes.append(decimal: UInt64(count))
        bytes.append("\r\n\r\n")
    }

    /// Appends what follows a message: a line feed, or nothing.
    @inline(__always)
    func endMessage(in bytes: inout ByteBuffer) {
        if self != .contentLength {
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
