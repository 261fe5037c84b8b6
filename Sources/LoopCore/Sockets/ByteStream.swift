package import SystemCore

/// A connected, non-blocking stream of bytes.
///
/// Tests replace the socket with their own stream.
package protocol ByteStream: AnyObject {
    /// Receives available bytes into memory, which must not be empty.
    func receive(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer

    /// Sends as many bytes as the kernel accepts now.
    func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer

    /// Ends the sending side of the stream.
    func shutdownWriting() throws(SystemError)

    /// Ends both sides of the stream.
    ///
    /// Bytes that arrived before can still be received.
    func shutdown() throws(SystemError)

    /// Passes the descriptor to `body`, so that an event loop can wait for it.
    func withDescriptor<Result>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result
}
