/// An open file.
///
/// All reading and writing is positioned; it closes when the last reference goes.
///
/// Transfers may be short: the kernel may, and a test will. Use the extensions that finish them.
package protocol File: AnyObject, Sendable {
    /// Bytes read; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int

    /// Bytes written, at least one unless there were none to write.
    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(SystemError) -> Int

    /// As `write`, for two pieces in one call; the count runs over both.
    func write(_ first: Span<UInt8>, _ second: Span<UInt8>, at offset: Int64) throws(SystemError) -> Int

    /// Returns when content and size are on disk.
    ///
    /// After a failure nobody knows what is, nor does a later success say.
    func syncData() throws(SystemError)

    /// As `syncData`, with mode and owner.
    func sync() throws(SystemError)

    func truncate(to size: Int64) throws(SystemError)

    func status() throws(SystemError) -> FileStatus
}
