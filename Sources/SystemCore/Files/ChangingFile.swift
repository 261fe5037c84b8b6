/// A file that other programs may save at any time.
package struct ChangingFile {
    private let files: any FileSystem
    private let path: String
    /// The result of the last read; nil if that read failed.
    ///
    /// `isFresh` means that the file must be read again even if its status stays the same.
    private var last: (status: FileStatus, text: [UInt8], isFresh: Bool)?

    /// How long, in nanoseconds, a saved file counts as fresh.
    ///
    /// Some file systems store times with a precision of only two seconds.
    private static let freshness: Int64 = 2_000_000_000

    package init(_ path: String, in files: any FileSystem = KernelFileSystem()) {
        self.path = path
        self.files = files
    }

    /// Returns the content of the file if it differs from the last content, or if the last read failed; otherwise nil.
    package mutating func readIfChanged(at now: WallTime) throws(SystemError) -> [UInt8]? {
        let before = last.take()
        let status = try files.status(of: path, followingLinks: true)
        if let before, before.status == status, !before.isFresh {
            last = before
            return nil
        }
        // Reading a pipe or a device could block forever.
        guard status.kind == .regular else {
            throw SystemError("read", status.kind == .directory ? .isDirectory : .notSupported, path: path)
        }
        let text = try files.open(path, .read).readWhole()
        // A fresh file may be saved again and get the same time as before.
        let isFresh = now.milliseconds * 1_000_000 - status.changed < ChangingFile.freshness
        last = (status, text, isFresh)
        return text == before?.text ? nil : text
    }
}
