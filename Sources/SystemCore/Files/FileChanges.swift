/// The status of a file that other programs may save at any time, to find out when it must be read again.
package struct FileChanges {
    /// The status before the last read; nil if that read failed.
    ///
    /// `isFresh` means that the file must be read again even if its status stays the same.
    private var last: (status: FileStatus, isFresh: Bool)?

    /// How long, in nanoseconds, a saved file counts as fresh.
    ///
    /// Some file systems store times with a precision of only two seconds.
    private static let freshness: Int64 = 2_000_000_000

    package init() {}

    /// Returns whether the file may have changed since the last call that returned true, so that it must be read.
    ///
    /// It throws if the file has no status, or is not a regular file.
    package mutating func mayHaveChanged(
        _ path: String,
        in files: any FileSystem,
        at now: WallTime
    ) throws(SystemError) -> Bool {
        let before = last.take()
        let status = try files.status(of: path, followingLinks: true)
        if let before, before.status == status, !before.isFresh {
            last = before
            return false
        }
        // Reading a pipe or a device could block forever.
        guard status.kind == .regular else {
            throw SystemError("read", status.kind == .directory ? .isDirectory : .notSupported, path: path)
        }
        // A fresh file may be saved again and get the same time as before.
        last = (status, now.milliseconds * 1_000_000 - status.changed < FileChanges.freshness)
        return true
    }

    /// Notes that the read failed, so that the file must be read again.
    package mutating func noteFailure() { last = nil }
}
