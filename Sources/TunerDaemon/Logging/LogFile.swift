import JSONCore
package import SystemCore

/// The file of a log, which is rotated by size and reopened when its path names another file.
///
/// The log's own descriptor is replaced by the file. So the file also receives what the runtime writes to standard
/// error before a crash.
package struct LogFile {
    /// The default size in bytes at which a file is rotated.
    package static let usualSize = 8 << 20
    /// The default number of old files.
    package static let usualCount = 4

    private let path: String
    private let limit: Int64
    /// The number of old files that are kept: the path with `.1`, the newest of them, and so on.
    private let count: Int
    /// The identity of the open file.
    private(set) var identity: FileStatus.Identity
    private var size: Int64

    /// Opens a file, creates it if it is missing, and makes `output` refer to it.
    package init(
        _ path: String,
        limit: Int,
        keeping count: Int,
        replacing output: borrowing Descriptor
    ) throws(SystemError) {
        // Opening a pipe would wait for a reader, and a device has no size.
        if let status = try? Kernel.status(of: path), status.kind != .regular {
            throw SystemError("open", status.kind == .directory ? .isDirectory : .notSupported, path: path)
        }
        self.path = path
        self.limit = Int64(limit)
        self.count = count
        (identity, size) = try LogFile.open(path, replacing: output)
    }

    /// Prepares the file for a line of `count` bytes: reopens or rotates the file if necessary.
    ///
    /// If this fails, the descriptor stays as it is, and the line goes to the file that was open before.
    mutating func makeRoom(for count: Int, replacing output: borrowing Descriptor) throws(SystemError) {
        try reopenIfMoved(replacing: output)
        guard size > 0, size + Int64(count) > limit else { return }
        try rotate()
        (identity, size) = try LogFile.open(path, replacing: output)
    }

    /// Opens the file again if it was removed or renamed, perhaps because another program rotates it.
    mutating func reopenIfMoved(replacing output: borrowing Descriptor) throws(SystemError) {
        if let status = try? Kernel.status(of: path), status.identity == identity {
            // Another program may have truncated the file.
            size = status.size
        } else {
            (identity, size) = try LogFile.open(path, replacing: output)
        }
    }

    /// Renames the file to the newest old file, and each old file to the next older one.
    private func rotate() throws(SystemError) {
        // Follow links, so that the log stays in the directory that a link names.
        let target = try LogFile.target(of: path)
        let names = [target] + (1...count).map { "\(target).\($0)" }
        // A number can be free, as after a crash between two renames. Then no file has to go.
        let free = names.firstIndex { (try? Kernel.status(of: $0)) == nil } ?? count
        for number in stride(from: free, to: 0, by: -1) {
            try Kernel.rename(names[number - 1], to: names[number])
        }
    }

    private static func open(
        _ path: String,
        replacing output: borrowing Descriptor
    ) throws(SystemError) -> (FileStatus.Identity, Int64) {
        let file = try Kernel.openToAppend(path)
        let status = try Kernel.status(of: file)
        try Kernel.replace(output, with: file)
        return (status.identity, status.size)
    }

    private static func target(of path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<40 {
            guard let link = try Kernel.target(ofLink: path) else { return path }
            path = Path.isAbsolute(link) ? link : "\(Path.directory(of: path))/\(link)"
        }
        throw SystemError("open", .tooManySymbolicLinks, path: path)
    }
}
