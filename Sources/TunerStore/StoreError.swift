package import SystemCore

/// Why a state cannot be read, or not be written.
package enum StoreError: Error, Hashable, Sendable {
    /// The system refuses something with this path.
    case failed(SystemError, path: String)
    /// The path of a file is that of a directory, a link or a pipe.
    case notRegular(path: String, FileStatus.Kind)
    /// The path leads to another file, or directory, than the one that the daemon uses, or to none.
    case moved(path: String)
    /// Batches that were on disk are there no more, or not as they were written.
    case damaged(StoreDamage)
    /// Another version has written it, which this one cannot read.
    case newerFormat(path: String, version: Int64)
    /// The file is whole, and a record in it means nothing here.
    case refused(RecordRefusal, FileLocation)
}
