package import JSONCore

extension Framer.Style {
    /// Makes the bytes from `start` on a message of this style.
    @inline(__always)
    package func closeMessage(from start: Int, in bytes: inout ByteBuffer) {
        if self == .contentLength {
            var header = ByteBuffer()
            header.append("Content-Length: ")
            header.append(decimal: UInt64(bytes.count - start))
            header.append("\r\n\r\n")
            header.withBytes { bytes.insert($0, at: start) }
        } else {
            bytes.append(UInt8(ascii: "\n"))
        }
    }
}
