package import SystemCore

/// A connected socket.
package final class SocketStream: ByteStream {
    private let socket: Descriptor

    /// Creates a stream that owns `socket`, which must be non-blocking.
    package init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    package func receive(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer {
        try unsafe Kernel.receive(socket, into: memory)
    }

    package func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer {
        try Kernel.send(socket, bytes)
    }

    package func shutdownWriting() throws(SystemError) {
        try Kernel.shutdownWriting(socket)
    }

    package func shutdown() throws(SystemError) {
        try Kernel.shutdown(socket)
    }

    package func withDescriptor<Result>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        try body(socket)
    }
}
