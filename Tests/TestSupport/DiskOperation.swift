/// One thing a program asked of a `FaultyFileSystem`.
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

        /// Whether a crash here can differ from one at the next operation.
        package var changesDisk: Bool { self != .read && self != .status && self != .names }
    }

    /// From 1, over the life of the file system.
    package let number: Int
    package let kind: Kind
    package let path: String
    /// The bytes of a transfer that were asked for.
    package let count: Int
}
