import JSONCore
package import SystemCore

/// The file of a log, which is rotated by size and reopened when its path names another file.
///
/// The log's own descriptor is replaced by the file. So the file also receives what the runtime writes to standard
/// error before a crash.
package struct LogFile {
    /// The default size in bytes at which a file is rotated.
    package static let usualSize = 8 << 20

    private let path: String
    private let limit: Int64
    private var identity: FileStatus.Identity
    private var size: Int64

    /// Opens a file, creates it if it is missing, and makes `output` refer to it.
    package init(_ path: String, limit: Int, replacing output: borrowing Descriptor) throws(SystemError) {
        // Opening a pipe would wait for a reader, and a device has no size.
        if let status = try? Kernel.status(of: path), status.kind != .regular {
            throw SystemError("open", status.kind == .directory ? .isDirectory : .notSupported, path: path)
        }
        self.path = path
        self.limit = Int64(limit)
        (identity, size) = try LogFile.open(path, replacing: output)
    }

    /// Prepares the file for a line of `count` bytes: reopens or rotates the file if necessary.
    ///
    /// If this fails, the descriptor stays as it is, and the line goes to the file that was open before.
    mutating func makeRoom(for count: Int, replacing output: borrowing Descriptor) {
        do throws(SystemError) {
            if !isStillAtPath() {
                // The file was removed or renamed, perhaps because another program rotates it.
                (identity, size) = try LogFile.open(path, replacing: output)
            }
            if size > 0, size + Int64(count) > limit {
                // Follow links, so that the log stays in the directory that a link names.
                let target = try LogFile.target(of: path)
                try Kernel.rename(target, to: "\(target).1")
                (identity, size) = try LogFile.open(path, replacing: output)
            }
        } catch {
            // Only the log itself can report the failure.
        }
    }

    /// Notes that a line of `count` bytes was written.
    mutating func wrote(_ count: Int) { size += Int64(count) }

    private func isStillAtPath() -> Bool { (try? Kernel.status(of: path))?.identity == identity }

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
