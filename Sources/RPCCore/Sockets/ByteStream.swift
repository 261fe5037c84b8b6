package import SystemCore

/// A connected, non-blocking stream of bytes; the seam at which a test can play the kernel.
package protocol ByteStream: AnyObject {
    /// Reads what has arrived into memory that is not empty.
    func receive(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Transfer

    /// Hands over as much as the kernel takes now.
    func send(_ bytes: Span<UInt8>) throws(SystemError) -> Transfer

    /// Says that nothing more will be sent.
    func shutdownWriting() throws(SystemError)

    /// Says that nothing more will be sent, and takes nothing more that is; what arrived before can still be read.
    func shutdown() throws(SystemError)

    /// Lends the descriptor to whoever waits for it.
    func withDescriptor<Result>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result
}
