/// A file that others save whenever they like.
package struct ChangingFile {
    private let files: any FileSystem
    private let path: String
    /// As it was read last; nothing where it could not be.
    private var last: (status: FileStatus, text: [UInt8], isFresh: Bool)?

    /// So long a file counts as just saved: some file systems tell times to two seconds, and all by a clock that ticks.
    private static let freshness: Int64 = 2_000_000_000

    /// Looks at nothing yet.
    package init(_ path: String, in files: any FileSystem = KernelFileSystem()) {
        self.path = path
        self.files = files
    }

    /// What it holds, where that is something else than when it was read last, or could not be then.
    package mutating func readIfChanged(at now: WallTime) throws(SystemError) -> [UInt8]? {
        let before = last.take()
        let status = try files.status(of: path, followingLinks: true)
        if let before, before.status == status, !before.isFresh {
            last = before
            return nil
        }
        // Anything else could not be replaced, and who reads a pipe may wait for ever.
        guard status.kind == .regular else {
            throw SystemError("read", status.kind == .directory ? .isDirectory : .notSupported, path: path)
        }
        let text = try files.open(path, .read).readWhole()
        // Until then it may be saved again and have the same time.
        let isFresh = now.milliseconds * 1_000_000 - status.changed < ChangingFile.freshness
        last = (status, text, isFresh)
        return text == before?.text ? nil : text
    }
}
