package import SystemCore

/// The reason why a state cannot be read or written.
package enum StoreError: Error, Hashable, Sendable {
    /// A system call on this path failed.
    case failed(SystemError, path: String)
    /// The path leads to a directory, a symbolic link, a pipe or another file that is not regular.
    case notRegular(path: String, FileStatus.Kind)
    /// The path leads to another file or directory than the one in use, or to none.
    case moved(path: String)
    /// Data that was on disk is missing or was changed.
    case damaged(StoreDamage)
    /// A newer version wrote the file, in a format that this version cannot read.
    case newerFormat(path: String, version: Int64)
    /// The file is undamaged, but it contains a record that this version cannot use.
    case unusableRecord(RecordFault, FileLocation)
}
