/// One operation that a program requested from a ``FaultyFileSystem``.
package struct DiskOperation: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case open
        case read = "pread"
        case write = "pwrite"
        case syncData = "fdatasync"
        case sync = "fsync"
        case truncate = "ftruncate"
        case status = "stat"
        case rename
        case removeFile = "unlink"
        case createDirectory = "mkdir"
        case removeDirectory = "rmdir"
        case setMode = "chmod"
        case setGroup = "chown"
        case names = "readdir"
        case syncDirectory = "fsync of directory"

        package var isSync: Bool { self == .syncData || self == .sync || self == .syncDirectory }

        /// Whether the state after a crash can depend on this operation.
        package var changesDisk: Bool { self != .read && self != .status && self != .names }
    }

    /// The number of the operation, from 1 over the lifetime of the file system.
    package let number: Int
    package let kind: Kind
    package let path: String
    /// The number of bytes that a transfer requested.
    package let count: Int
}
