package import JSONCore

extension Framer.Style {
    /// Makes the bytes from `start` on a message of this style.
    @inline(__always)
    package func closeMessage(from start: Int, in bytes: inout ByteBuffer) {
        if self == .contentLength {
            var header = ByteBuffer()
            beginMessage(of: bytes.count - start, in: &header)
            header.withBytes { bytes.insert($0, at: start) }
        } else {
            endMessage(in: &bytes)
        }
    }

    /// Writes what stands before a message of so many bytes.
    func beginMessage(of count: Int, in bytes: inout ByteBuffer) {
        guard self == .contentLength else { return }
        bytes.append("Content-Length: ")
        bytes.append(decimal: UInt64(count))
        bytes.append("\r\n\r\n")
    }

    /// Writes what stands behind a message.
    @inline(__always)
    func endMessage(in bytes: inout ByteBuffer) {
        if self != .contentLength {
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
