/// An open file, which closes when the last reference to it is released.
///
/// All reads and writes have an explicit position. A read or a write may transfer fewer bytes than requested: the
/// kernel may do so, and tests do. The functions `readFully` and `writeFully` transfer all bytes.
package protocol File: AnyObject, Sendable {
    /// Reads bytes, and returns their number, which is 0 only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int

    /// Writes bytes, and returns how many were written: at least one, unless `bytes` is empty.
    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(SystemError) -> Int

    /// Writes two spans with one call, and returns how many bytes of both were written.
    func write(_ first: Span<UInt8>, _ second: Span<UInt8>, at offset: Int64) throws(SystemError) -> Int

    /// Returns when the content and the size of the file are durable.
    ///
    /// After a failure, the content on disk is unknown, and a later success does not mean that earlier writes are
    /// durable.
    func syncData() throws(SystemError)

    /// Returns when the content, the size, the mode and the owner of the file are durable.
    func sync() throws(SystemError)

    func truncate(to size: Int64) throws(SystemError)

    func status() throws(SystemError) -> FileStatus
}
